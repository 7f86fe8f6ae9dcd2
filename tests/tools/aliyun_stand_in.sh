#!/bin/sh
# Answers like the aliyun CLI, in the documented shapes. STAND_IN chooses how: normal, throttled, throttled-once, not-configured, bad-key, no-network, not-sold,
# slow, garbage, huge, hostile, crash. STAND_IN_LOG: a file that gets one line per call.
[ -n "$STAND_IN_LOG" ] && echo "$*" >> "$STAND_IN_LOG"
action=$2
region= type= unit= offset=0 spot=NoSpot resource= size=1
previous=
for word in "$@"; do
  case "$previous" in
    --RegionId) region=$word ;;
    --InstanceType|--InstanceTypes.1) type=$word ;;
    --PriceUnit) unit=$word ;;
    --Offset) offset=$word ;;
    --SpotStrategy) spot=$word ;;
    --ResourceType) resource=$word ;;
    --DataDisk.1.Size) size=$word ;;
  esac
  previous=$word
done
refuse() { # status code message
  echo "ERROR: SDK.ServerError" >&2
  echo "ErrorCode: $2" >&2
  echo "Message: $3" >&2
  exit "$1"
}
case "$STAND_IN" in
  throttled) refuse 1 Throttling.User "Request was denied due to user flow control." ;;
  throttled-once)
    if [ ! -e "$STAND_IN_LOG.once" ]; then : > "$STAND_IN_LOG.once"; refuse 1 Throttling.User "Request was denied due to user flow control."; fi ;;
  not-configured) echo "ERROR: profile default is not configured yet, run \`aliyun configure\` first" >&2; exit 3 ;;
  bad-key) refuse 1 InvalidAccessKeyId.NotFound "Specified access key LTAI5tAbCdEfGhIjKlMnOpQr is not found." ;;
  no-network) echo "ERROR: Post \"https://ecs.aliyuncs.com/\": dial tcp: lookup ecs.aliyuncs.com: no such host" >&2; exit 1 ;;
  not-sold) [ "$action" = DescribePrice ] && refuse 1 PriceNotFound "The specified price is not found." ;;
  slow) [ -n "$STAND_IN_LOG" ] && echo "slow" >> "$STAND_IN_LOG.slow"; exec sleep 600 ;;
  garbage) echo "<html>not what you asked for"; exit 0 ;;
  huge) exec yes '{"RequestId": "0000000000000000000000000000000000000000000000000000000000000000"}' ;;
  crash) kill -SEGV $$ ;;
  hostile)
    case "$action" in
      DescribeAvailableResource) echo '{"AvailableZones": {"AvailableZone": [{"ZoneId": "../../etc/passwd", "AvailableResources": 7}, {"ZoneId": "cn-shanghai-n", "AvailableResources": {"AvailableResource": [{"Type": "InstanceType", "SupportedResources": {"SupportedResource": [{"Value": "ecs.gn7i;rm -rf ~", "StatusCategory": "WithStock"}, {"Value": "--profile", "StatusCategory": "WithStock"}, {"Value": ["ecs.gn7i"], "StatusCategory": {}}, 5, null]}}]}}, []]}}' ;;
      DescribePrice) echo '{"PriceInfo": {"Price": {"Currency": "CNY", "DetailInfos": {"DetailInfo": [{"Resource": "instanceType", "TradePrice": -5}]}}}}' ;;
      DescribeSpotPriceHistory) echo '{"Currency": "EUR", "NextOffset": 1e308, "SpotPrices": {"SpotPriceType": [{"ZoneId": "cn-shanghai-n", "SpotPrice": 1e99}]}}' ;;
      DescribeSpotAdvice) echo '{"AvailableSpotZones": {"AvailableSpotZone": [{"ZoneId": "cn-shanghai-n", "AvailableSpotResources": {"AvailableSpotResource": [{"InstanceType": "'"$type"'", "AverageSpotDiscount": 900, "InterruptRateDesc": "90-3%"}]}}]}}' ;;
      *) printf '{"a":'; i=0; while [ $i -lt 5000 ]; do printf '['; i=$((i + 1)); done ;;
    esac
    exit 0 ;;
esac
case "$action" in
  DescribePrice)
    if [ "$resource" = disk ]; then
      price=$(awk "BEGIN { print $size * 0.0021 }")
      echo '{"RequestId": "R", "PriceInfo": {"Price": {"Currency": "CNY", "OriginalPrice": '"$price"', "DiscountPrice": 0, "TradePrice": '"$price"'}}}'
      exit 0
    fi
    case "$unit" in Hour) price=11.5 list=11.5 ;; Month) price=5000 list=5520 ;; *) price=51000 list=51000 ;; esac
    echo '{"RequestId": "R", "PriceInfo": {"Price": {"Currency": "CNY", "OriginalPrice": 99, "DiscountPrice": 0, "TradePrice": 99, "DetailInfos": {"DetailInfo": [{"Resource": "systemDisk", "TradePrice": 1}, {"Resource": "instanceType", "OriginalPrice": '"$list"', "DiscountPrice": 0, "TradePrice": '"$price"', "SubRules": {"Rule": []}}]}}, "Rules": {"Rule": []}}}' ;;
  DescribeSpotPriceHistory)
    if [ "$offset" = 0 ]; then
      echo '{"RequestId": "R", "Currency": "CNY", "NextOffset": 2, "SpotPrices": {"SpotPriceType": [{"InstanceType": "'"$type"'", "ZoneId": "'"$region"'-n", "SpotPrice": 2.5, "OriginPrice": 11.5, "Timestamp": "2026-11-01T00:00:00Z"}, {"InstanceType": "'"$type"'", "ZoneId": "'"$region"'-n", "SpotPrice": 1.5, "OriginPrice": 11.5, "Timestamp": "2026-11-02T00:00:00Z"}]}}'
    else
      echo '{"RequestId": "R", "Currency": "CNY", "NextOffset": 2, "SpotPrices": {"SpotPriceType": [{"InstanceType": "'"$type"'", "ZoneId": "'"$region"'-n", "SpotPrice": 3.5, "OriginPrice": 11.5, "Timestamp": "2026-11-03T00:00:00Z"}]}}'
    fi ;;
  DescribeSpotAdvice) echo '{"RequestId": "R", "RegionId": "'"$region"'", "AvailableSpotZones": {"AvailableSpotZone": [{"ZoneId": "'"$region"'-n", "AvailableSpotResources": {"AvailableSpotResource": [{"InstanceType": "'"$type"'", "AverageSpotDiscount": 20, "InterruptionRate": 1.5, "InterruptRateDesc": "0-3%"}]}}]}}' ;;
  DescribeAvailableResource)
    category=WithStock; [ "$spot" = NoSpot ] || category=ClosedWithStock
    echo '{"RequestId": "R", "AvailableZones": {"AvailableZone": [{"RegionId": "'"$region"'", "ZoneId": "'"$region"'-n", "Status": "Available", "StatusCategory": "WithStock", "AvailableResources": {"AvailableResource": [{"Type": "InstanceType", "SupportedResources": {"SupportedResource": [{"Value": "ecs.gn7i-c16g1.4xlarge", "Status": "Available", "StatusCategory": "'$category'"}, {"Value": "ecs.gn7i-c99g1.99xlarge", "Status": "Available", "StatusCategory": "WithStock"}, {"Value": "ecs.g6.large", "Status": "Available", "StatusCategory": "WithStock"}]}}]}}]}}' ;;
  DescribeInstanceTypes) echo '{"RequestId": "R", "InstanceTypes": {"InstanceType": [{"InstanceTypeId": "ecs.gn7i-c99g1.99xlarge", "InstanceTypeFamily": "ecs.gn7i", "GPUAmount": 1, "GPUSpec": "NVIDIA A10", "GPUMemorySize": 24, "CpuCoreCount": 99, "MemorySize": 400, "InstanceBandwidthRx": 16384000, "EriQuantity": 0}]}, "NextToken": ""}' ;;
  *) echo "ERROR: '$action' is not a valid api" >&2; exit 2 ;;
esac
