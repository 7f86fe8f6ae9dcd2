<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Cli</name>
    <message>
        <source>What the step waits for</source>
        <translation>迭代在等什么</translation>
    </message>
    <message>
        <source>cure</source>
        <translation>解决办法</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>%1 TiB</source>
        <translation>%1 TiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>¥ %1</source>
        <translation>¥ %1</translation>
    </message>
    <message>
        <source>US$ %1</source>
        <translation>US$ %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1FLOP</source>
        <translation>%1FLOP</translation>
    </message>
    <message>
        <source>%1B/s</source>
        <translation>%1B/s</translation>
    </message>
    <message>
        <source>%1FLOPS</source>
        <translation>%1FLOPS</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 张图像</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>System disk</source>
        <translation>系统盘</translation>
    </message>
    <message>
        <source>Data disk</source>
        <translation>数据盘</translation>
    </message>
    <message>
        <source>wall-clock time of all runs</source>
        <translation>全部训练的总时长</translation>
    </message>
    <message>
        <source>machines</source>
        <translation>机器数</translation>
    </message>
    <message>
        <source>The price of %1 is one second-hand observation.</source>
        <translation>%1 的价格只有一条二手记录。</translation>
    </message>
    <message>
        <source>A promotion price of %1, not the list price.</source>
        <translation>%1 为促销价，不是目录价。</translation>
    </message>
    <message>
        <source>Nobody quoted this price; it is derived from the hourly price by a rule.</source>
        <translation>该价格没有官方报价，按规则由小时价推算。</translation>
    </message>
    <message>
        <source>Instance, spot</source>
        <translation>实例（抢占式）</translation>
    </message>
    <message>
        <source>Instance, pay-as-you-go</source>
        <translation>实例（按量付费）</translation>
    </message>
    <message>
        <source>price per hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>A spot price floats with the zone, and the machine may be taken back after five minutes' notice.</source>
        <translation>抢占式价格随可用区浮动，实例可能在提前五分钟通知后被回收。</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Instance, subscription</source>
        <translation>实例（包年包月）</translation>
    </message>
    <message>
        <source>whole months</source>
        <translation>整月数</translation>
    </message>
    <message>
        <source>price per month</source>
        <translation>每月价格</translation>
    </message>
    <message>
        <source>whole years</source>
        <translation>整年数</translation>
    </message>
    <message>
        <source>price per year</source>
        <translation>每年价格</translation>
    </message>
    <message>
        <source>%1 of %2 GiB: the price of %3 in %4 is not known, so it is not in the total.</source>
        <translation>%2 GiB 的%1：%3 在 %4 的价格未知，未计入总费用。</translation>
    </message>
    <message>
        <source>size in GiB</source>
        <translation>容量（GiB）</translation>
    </message>
    <message>
        <source>price per GiB and month</source>
        <translation>每 GiB 每月价格</translation>
    </message>
    <message>
        <source>time the data stay on the disk</source>
        <translation>数据在云盘上保留的时间</translation>
    </message>
    <message>
        <source>price per GiB and hour</source>
        <translation>每 GiB 每小时价格</translation>
    </message>
    <message>
        <source>The hourly price is derived from the monthly price by a rule.</source>
        <translation>小时价按规则由月价推算。</translation>
    </message>
    <message>
        <source>A whole month costs %1 when the disk is bought by the month.</source>
        <translation>若云盘按月购买，整月费用为 %1。</translation>
    </message>
    <message>
        <source>The price of %1 is inferred, nobody quoted it.</source>
        <translation>%1 的价格为推算值，没有官方报价。</translation>
    </message>
    <message>
        <source>Cost of the whole job</source>
        <translation>整个任务的费用</translation>
    </message>
    <message>
        <source>What autograd keeps at the end of the forward pass</source>
        <translation>前向结束时自动求导保留的数据</translation>
    </message>
    <message>
        <source>images per GPU</source>
        <translation>单卡图像数</translation>
    </message>
    <message>
        <source>kept per image</source>
        <translation>每张图像保留的数据</translation>
    </message>
    <message>
        <source>Found by replaying the step operation by operation; each storage counts once, parameters are excluded.</source>
        <translation>逐算子回放训练迭代得出；每块存储只计一次，不含参数。</translation>
    </message>
    <message>
        <source>Weights and buffers</source>
        <translation>权重与缓冲区</translation>
    </message>
    <message>
        <source>trainable parameters</source>
        <translation>可训练参数</translation>
    </message>
    <message>
        <source>Gradients of the weights</source>
        <translation>权重的梯度</translation>
    </message>
    <message>
        <source>Freed between steps unless gradients are zeroed in place or accumulated; then they count at the peak.</source>
        <translation>迭代之间会释放；若梯度原地清零或累积，则计入峰值。</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>states per parameter</source>
        <translation>每个参数的状态数</translation>
    </message>
    <message>
        <source>Activations and the image batch</source>
        <translation>激活值与图像批次</translation>
    </message>
    <message>
        <source>kept for backward at the end of forward</source>
        <translation>前向结束时为反向保留的数据</translation>
    </message>
    <message>
        <source>image batch and labels</source>
        <translation>图像批次与标签</translation>
    </message>
    <message>
        <source>Loss: full-resolution logits and their gradients</source>
        <translation>损失：全分辨率 logits 及其梯度</translation>
    </message>
    <message>
        <source>Kernel workspace and optimizer temporaries</source>
        <translation>算子工作区与优化器临时数据</translation>
    </message>
    <message>
        <source>Gradient buckets of DistributedDataParallel</source>
        <translation>DistributedDataParallel 的梯度桶</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Peak of allocated memory (torch.cuda.max_memory_allocated)</source>
        <translation>已分配显存的峰值（torch.cuda.max_memory_allocated）</translation>
    </message>
    <message>
        <source>The peak is in the %1, at %2.</source>
        <translation>峰值出现在%1阶段，位于 %2。</translation>
    </message>
    <message>
        <source>Allocator's reserve and fragmentation</source>
        <translation>分配器的预留与碎片</translation>
    </message>
    <message>
        <source>Reserved by the caching allocator</source>
        <translation>缓存分配器预留的显存</translation>
    </message>
    <message>
        <source>CUDA context and libraries</source>
        <translation>CUDA 上下文与库</translation>
    </message>
    <message>
        <source>context of this GPU generation</source>
        <translation>该代 GPU 的上下文</translation>
    </message>
    <message>
        <source>GPU memory in use, as nvidia-smi shows it</source>
        <translation>显存占用（nvidia-smi 显示值）</translation>
    </message>
    <message>
        <source>Not counted: cuDNN benchmark trials of the first steps, a display, other processes on the card.</source>
        <translation>未计入：最初几次迭代的 cuDNN benchmark 试探、显示输出、卡上的其他进程。</translation>
    </message>
    <message>
        <source>The range includes up to %1 of convolution workspace that some cuDNN versions ask for.</source>
        <translation>区间包含某些 cuDNN 版本可能申请的卷积工作区，最多 %1。</translation>
    </message>
    <message>
        <source>Memory the card really gives</source>
        <translation>显卡实际可用的显存</translation>
    </message>
    <message>
        <source>total that the driver reports</source>
        <translation>驱动报告的总量</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>NVLink, one direction, as NCCL reaches it</source>
        <translation>NVLink 单向带宽（NCCL 实际可达）</translation>
    </message>
    <message>
        <source>PCIe between the cards, as NCCL reaches it</source>
        <translation>卡间 PCIe 带宽（NCCL 实际可达）</translation>
    </message>
    <message>
        <source>RDMA network of the instance, as NCCL reaches it</source>
        <translation>实例的 RDMA 网络（NCCL 实际可达）</translation>
    </message>
    <message>
        <source>VPC network of the instance, as NCCL over TCP reaches it</source>
        <translation>实例的 VPC 网络（NCCL 经 TCP 实际可达）</translation>
    </message>
    <message>
        <source>cards</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>trainable parameters, a 4-byte gradient each</source>
        <translation>可训练参数，每个 4 字节梯度</translation>
    </message>
    <message>
        <source>the whole all-reduce</source>
        <translation>完整的 all-reduce</translation>
    </message>
    <message>
        <source>backward phase of the last micro-step</source>
        <translation>最后一个微步的反向阶段</translation>
    </message>
    <message>
        <source>micro-steps</source>
        <translation>微步数</translation>
    </message>
    <message>
        <source>batch norm layers</source>
        <translation>批归一化层数</translation>
    </message>
    <message>
        <source>One training image on one vCPU</source>
        <translation>一个 vCPU 处理一张训练图像</translation>
    </message>
    <message>
        <source>pixels of a stored image</source>
        <translation>原始图像的像素数</translation>
    </message>
    <message>
        <source>pixels of the crop</source>
        <translation>裁剪区域的像素数</translation>
    </message>
    <message>
        <source>fixed time per image</source>
        <translation>每张图像的固定时间</translation>
    </message>
    <message>
        <source>Kernels bound by arithmetic</source>
        <translation>受算力限制的算子</translation>
    </message>
    <message>
        <source>floating-point operations of these kernels</source>
        <translation>这些算子的浮点运算量</translation>
    </message>
    <message>
        <source>peak rate for convolutions</source>
        <translation>卷积的峰值速率</translation>
    </message>
    <message>
        <source>efficiency of dense convolutions</source>
        <translation>稠密卷积的效率</translation>
    </message>
    <message>
        <source>peak rate for matrix products</source>
        <translation>矩阵乘法的峰值速率</translation>
    </message>
    <message>
        <source>efficiency of matrix products</source>
        <translation>矩阵乘法的效率</translation>
    </message>
    <message>
        <source>tensor-core peak over FP32 peak: feeding limits the efficiency, 1 / e = 1 / e_t + q / c</source>
        <translation>Tensor Core 峰值与 FP32 峰值之比：供数限制效率，1 / e = 1 / e_t + q / c</translation>
    </message>
    <message>
        <source>efficiency of depthwise and grouped convolutions, of the FP32 peak</source>
        <translation>深度可分离与分组卷积的效率（相对 FP32 峰值）</translation>
    </message>
    <message>
        <source>PyTorch lets cuDNN compute FP32 convolutions in TF32 on this card by default</source>
        <translation>在此卡上 PyTorch 默认允许 cuDNN 以 TF32 计算 FP32 卷积</translation>
    </message>
    <message>
        <source>this card has no tensor cores: 16-bit arithmetic runs at the FP32 rate</source>
        <translation>此卡没有 Tensor Core：16 位运算按 FP32 速率执行</translation>
    </message>
    <message>
        <source>Kernels bound by memory traffic</source>
        <translation>受显存带宽限制的算子</translation>
    </message>
    <message>
        <source>bytes these kernels read and write</source>
        <translation>这些算子读写的字节数</translation>
    </message>
    <message>
        <source>memory bandwidth of the card</source>
        <translation>显卡的显存带宽</translation>
    </message>
    <message>
        <source>share of it that streaming kernels reach</source>
        <translation>流式算子可达到的比例</translation>
    </message>
    <message>
        <source>normalisation layers, relative to streaming</source>
        <translation>归一化层（相对流式算子）</translation>
    </message>
    <message>
        <source>resampling, pooling and indexing, relative to streaming</source>
        <translation>重采样、池化与索引（相对流式算子）</translation>
    </message>
    <message>
        <source>scattered 16-bit gradients of resampling, relative to that</source>
        <translation>重采样的 16 位散射梯度（相对上项）</translation>
    </message>
    <message>
        <source>layout conversions: passes over a convolution's input and output</source>
        <translation>数据布局转换：对卷积输入输出的遍数</translation>
    </message>
    <message>
        <source>Kernel latency and waiting for the host</source>
        <translation>算子延迟与等待主机</translation>
    </message>
    <message>
        <source>kernels per step</source>
        <translation>每次迭代的算子数</translation>
    </message>
    <message>
        <source>fixed time of a kernel on the card</source>
        <translation>单个算子在卡上的固定时间</translation>
    </message>
    <message>
        <source>host time to launch a kernel</source>
        <translation>主机发射一个算子的时间</translation>
    </message>
    <message>
        <source>host time of a view</source>
        <translation>主机处理一个视图的时间</translation>
    </message>
    <message>
        <source>views per step</source>
        <translation>每次迭代的视图数</translation>
    </message>
    <message>
        <source>host time of the training loop per step</source>
        <translation>每次迭代训练循环的主机时间</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>bytes read and written per parameter</source>
        <translation>每个参数读写的字节数</translation>
    </message>
    <message>
        <source>kernels of the step</source>
        <translation>更新所用的算子数</translation>
    </message>
    <message>
        <source>host time to launch an update</source>
        <translation>主机发射一次更新的时间</translation>
    </message>
    <message>
        <source>PyTorch 2 launches the optimizer's kernels for lists of tensors at once</source>
        <translation>PyTorch 2 对成组张量一次性发射优化器算子</translation>
    </message>
    <message>
        <source>one micro-step</source>
        <translation>一个微步</translation>
    </message>
    <message>
        <source>Input pipeline per iteration</source>
        <translation>每次迭代的输入流水线</translation>
    </message>
    <message>
        <source>images per iteration and node</source>
        <translation>每次迭代每台机器的图像数</translation>
    </message>
    <message>
        <source>one image on one vCPU</source>
        <translation>一个 vCPU 处理一张图像</translation>
    </message>
    <message>
        <source>training processes, one per card</source>
        <translation>训练进程数（每卡一个）</translation>
    </message>
    <message>
        <source>Arithmetic of all micro-steps</source>
        <translation>所有微步的运算时间</translation>
    </message>
    <message>
        <source>Memory traffic of all micro-steps</source>
        <translation>所有微步的显存读写时间</translation>
    </message>
    <message>
        <source>Latency and host waits of all micro-steps</source>
        <translation>所有微步的延迟与主机等待</translation>
    </message>
    <message>
        <source>The card's own iteration</source>
        <translation>显卡自身的一次迭代</translation>
    </message>
    <message>
        <source>kernels bound by arithmetic</source>
        <translation>受算力限制的算子</translation>
    </message>
    <message>
        <source>kernels bound by memory traffic</source>
        <translation>受显存带宽限制的算子</translation>
    </message>
    <message>
        <source>latency and waiting for the host</source>
        <translation>延迟与等待主机</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>communication: a single card has none</source>
        <translation>通信：单卡无通信</translation>
    </message>
    <message>
        <source>Seconds per iteration</source>
        <translation>每次迭代的秒数</translation>
    </message>
    <message>
        <source>the card's own iteration</source>
        <translation>显卡自身的一次迭代</translation>
    </message>
    <message>
        <source>input pipeline</source>
        <translation>输入流水线</translation>
    </message>
    <message>
        <source>the input pipeline is not counted: the image size or the number of vCPUs is not known</source>
        <translation>未计入输入流水线：图像尺寸或 vCPU 数未知</translation>
    </message>
    <message>
        <source>steady state: validation, checkpoints and the first iterations are not counted</source>
        <translation>稳定状态：不含验证、保存检查点和最初几次迭代</translation>
    </message>
    <message>
        <source>Rule of thumb for small experiments: T4 (gn6i), cheap, 16 GB, mixed precision.</source>
        <translation>小型实验的经验规则：T4（gn6i），便宜，16 GB，混合精度。</translation>
    </message>
    <message>
        <source>Rule of thumb for industrial training: A10 with 24 GB (gn7i), or V100 for FP64 and old frameworks.</source>
        <translation>工业级训练的经验规则：A10 24 GB（gn7i）；需要 FP64 或旧框架时选 V100。</translation>
    </message>
    <message>
        <source>Rule of thumb for large models at high resolution: A100 with 40 or 80 GB (gn7, gn7e) and NVLink.</source>
        <translation>大模型、高分辨率的经验规则：A100 40 GB 或 80 GB（gn7、gn7e），配 NVLink。</translation>
    </message>
    <message>
        <source>Circulating texts name H20 with 96 GB as the domestic option: it is a large-memory NVIDIA part and not domestic.</source>
        <translation>流传的说法把 96 GB 的 H20 称为国产选项：它是 NVIDIA 的大显存产品，并非国产。</translation>
    </message>
    <message>
        <source>Batch %1 does not fit on one %2: the plan counts with %3 x %4 accumulation, the same global batch.</source>
        <translation>批大小 %1 放不进一张 %2：方案改按 %3 × %4 梯度累积计算，全局批大小不变。</translation>
    </message>
    <message>
        <source>Use %1 x %2 accumulation</source>
        <translation>改为 %1 × %2 梯度累积</translation>
    </message>
    <message>
        <source>%1 cannot compute in %2: the plan counts with %3.</source>
        <translation>%1 不支持 %2：方案改按 %3 计算。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>The price of %1 dates from %2: ask for a quote before ordering.</source>
        <translation>%1 的价格日期为 %2：下单前请先询价。</translation>
    </message>
    <message>
        <source>%1; allowed: %2</source>
        <translation>%1；允许：%2</translation>
    </message>
    <message>
        <source>The model could not be built.</source>
        <translation>无法构建该模型。</translation>
    </message>
    <message>
        <source>Trainable parameters, auxiliary heads included</source>
        <translation>可训练参数（含辅助头）</translation>
    </message>
    <message>
        <source>Layers of the traced model</source>
        <translation>计算图中的各层</translation>
    </message>
    <message>
        <source>Multiply-accumulates of one image's forward pass</source>
        <translation>单张图像前向的乘加次数</translation>
    </message>
    <message>
        <source>Crop height</source>
        <translation>裁剪高度</translation>
    </message>
    <message>
        <source>Crop width</source>
        <translation>裁剪宽度</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>AMP FP16</source>
        <translation>混合精度 FP16</translation>
    </message>
    <message>
        <source>AMP BF16</source>
        <translation>混合精度 BF16</translation>
    </message>
    <message>
        <source>%1 without checkpointing</source>
        <translation>%1，不用激活重计算</translation>
    </message>
    <message>
        <source>%1 + checkpointing</source>
        <translation>%1 + 激活重计算</translation>
    </message>
    <message>
        <source>%1, batch %2</source>
        <translation>%1，批大小 %2</translation>
    </message>
    <message>
        <source>The image family of the plan: its newest image is taken.</source>
        <translation>方案指定的镜像族系：使用其最新镜像。</translation>
    </message>
    <message>
        <source>The image of the plan. It must exist in this region and fit the instance type.</source>
        <translation>方案指定的镜像。必须存在于该地域且与实例规格兼容。</translation>
    </message>
    <message>
        <source>This type boots by UEFI and takes NVIDIA's open kernel modules. Check BootMode with DescribeImages.</source>
        <translation>该规格以 UEFI 启动，需要 NVIDIA 开源内核模块。请用 DescribeImages 检查 BootMode。</translation>
    </message>
    <message>
        <source>Newest public image with NVIDIA driver and CUDA; a family stays while image ids go away.</source>
        <translation>最新的含 NVIDIA 驱动与 CUDA 的公共镜像；镜像 ID 会下线，族系长期有效。</translation>
    </message>
    <message>
        <source>Opens SSH and what the nodes need among themselves. Must lie in the VPC of the vSwitch.</source>
        <translation>开放 SSH 以及节点间所需的端口。必须与交换机位于同一 VPC。</translation>
    </message>
    <message>
        <source>Decides zone and VPC: choose one in a zone where the type is in stock.</source>
        <translation>决定可用区和 VPC：请选择该规格有库存的可用区。</translation>
    </message>
    <message>
        <source>RDMA is switched on per network interface.</source>
        <translation>RDMA 按弹性网卡开启。</translation>
    </message>
    <message>
        <source>eRDMA for the exchange of gradients between nodes.</source>
        <translation>用 eRDMA 在节点间交换梯度。</translation>
    </message>
    <message>
        <source>Login by SSH key; the key pair must exist in this region.</source>
        <translation>通过 SSH 密钥登录；密钥对必须存在于该地域。</translation>
    </message>
    <message>
        <source>Shown in the console.</source>
        <translation>显示在控制台中。</translation>
    </message>
    <message>
        <source>Numbers the names of several instances.</source>
        <translation>为多台实例的名称编号。</translation>
    </message>
    <message>
        <source>Always named: the default category is refused by newer families.</source>
        <translation>始终写明：较新的规格族不接受默认类型。</translation>
    </message>
    <message>
        <source>Enough for system and environment.</source>
        <translation>足够系统与环境使用。</translation>
    </message>
    <message>
        <source>GiB: holds the image, the environment and logs.</source>
        <translation>GiB：容纳镜像、环境与日志。</translation>
    </message>
    <message>
        <source>Data set and checkpoints.</source>
        <translation>数据集与检查点。</translation>
    </message>
    <message>
        <source>The cheapest level that reads as fast as training asks.</source>
        <translation>读取速度满足训练要求的最便宜级别。</translation>
    </message>
    <message>
        <source>GiB: data set, unpacked copy and checkpoints.</source>
        <translation>GiB：数据集、解压副本与检查点。</translation>
    </message>
    <message>
        <source>Checkpoints outlive the release of the instance. Delete the disk yourself afterwards: it goes on costing.</source>
        <translation>实例释放后检查点仍保留。之后请自行删除该云盘：它会持续计费。</translation>
    </message>
    <message>
        <source>Inbound traffic is free; outbound is paid by volume.</source>
        <translation>入网流量免费；出网按流量计费。</translation>
    </message>
    <message>
        <source>Mbit/s; above 0 the instance gets a public address for SSH. Use 0 behind a bastion.</source>
        <translation>Mbit/s；大于 0 时实例获得公网地址用于 SSH。使用堡垒机时设为 0。</translation>
    </message>
    <message>
        <source>Subscription: paid in advance.</source>
        <translation>包年包月：预付费。</translation>
    </message>
    <message>
        <source>Months that cover %1 hours.</source>
        <translation>覆盖 %1 小时的月数。</translation>
    </message>
    <message>
        <source>The period counts in months.</source>
        <translation>周期以月计。</translation>
    </message>
    <message>
        <source>Ends by itself.</source>
        <translation>到期自动停止。</translation>
    </message>
    <message>
        <source>Pay as you go: billed by the second.</source>
        <translation>按量付费：按秒计费。</translation>
    </message>
    <message>
        <source>Spot at the market price, never above pay-as-you-go.</source>
        <translation>抢占式：按市场价，不高于按量付费价。</translation>
    </message>
    <message>
        <source>One hour without reclaim; afterwards five minutes' notice.</source>
        <translation>一小时内不会回收；之后提前五分钟通知。</translation>
    </message>
    <message>
        <source>A reclaimed instance is released; the data disk stays.</source>
        <translation>被回收的实例会释放；数据盘保留。</translation>
    </message>
    <message>
        <source>UTC. Released by itself after %1 hours: upper bound of the job plus a margin, so that nothing goes on costing.</source>
        <translation>UTC。%1 小时后自动释放：任务时长上限加余量，避免持续计费。</translation>
    </message>
    <message>
        <source>Number of instances, all or none.</source>
        <translation>实例数量，要么全部成功，要么全部失败。</translation>
    </message>
    <message>
        <source>Finds the instance again in bills and lists.</source>
        <translation>便于在账单和列表中找到该实例。</translation>
    </message>
    <message>
        <source>Fill in the words in angle brackets. Security group and vSwitch belong to one VPC, the vSwitch to a zone with stock.</source>
        <translation>请填写尖括号中的内容。安全组与交换机属于同一 VPC，交换机位于有库存的可用区。</translation>
    </message>
    <message>
        <source>Before: ask for stock with DescribeAvailableResource; add --DryRun true to check without creating (success reads DryRunOperation), or --estimate-cost for a quote.</source>
        <translation>运行前：用 DescribeAvailableResource 查询库存；加 --DryRun true 只检查不创建（成功时返回 DryRunOperation），或加 --estimate-cost 询价。</translation>
    </message>
    <message>
        <source>GPU quota %1 has to cover this type; a raise can take days.</source>
        <translation>GPU 配额 %1 必须覆盖该规格；提升配额可能需要数天。</translation>
    </message>
    <message>
        <source>Spot: write checkpoints often and to the data disk; the instance can be reclaimed with five minutes' notice.</source>
        <translation>抢占式：请经常把检查点写到数据盘；实例可能在提前五分钟通知后被回收。</translation>
    </message>
    <message>
        <source>No release time is set: release the instance yourself when the job is done.</source>
        <translation>未设置释放时间：任务结束后请自行释放实例。</translation>
    </message>
    <message>
        <source>After: the data disk is kept and goes on costing until it is deleted.</source>
        <translation>结束后：数据盘保留并持续计费，直到删除。</translation>
    </message>
    <message>
        <source>Install the eRDMA driver on every node before training; types with several network cards want one RDMA interface per card.</source>
        <translation>训练前在每个节点安装 eRDMA 驱动；有多块网卡的规格需要每块网卡一个 RDMA 接口。</translation>
    </message>
    <message>
        <source>This host has an Arm CPU: x86 images do not run.</source>
        <translation>该主机为 Arm CPU：x86 镜像无法运行。</translation>
    </message>
    <message>
        <source>Sets the endpoint the CLI talks to.</source>
        <translation>设置 CLI 访问的接入点。</translation>
    </message>
    <message>
        <source>The region in the request; must agree with --region.</source>
        <translation>请求中的地域；必须与 --region 一致。</translation>
    </message>
    <message>
        <source>The recommended type.</source>
        <translation>推荐的规格。</translation>
    </message>
    <message>
        <source>The usable memory is larger than the nominal memory.</source>
        <translation>可用显存大于标称显存。</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>最多 %1 字节</translation>
    </message>
    <message>
        <source>“%1” is not a type of the family “%2”.</source>
        <translation>“%1”不是规格族“%2”的规格。</translation>
    </message>
    <message>
        <source>The smallest size is larger than the largest.</source>
        <translation>最小容量大于最大容量。</translation>
    </message>
    <message>
        <source>An image size needs both height and width.</source>
        <translation>图像尺寸需要同时给出高和宽。</translation>
    </message>
    <message>
        <source>The value lies outside of its own range.</source>
        <translation>该值超出自身的区间。</translation>
    </message>
    <message>
        <source>A disagreement needs at least two values.</source>
        <translation>不一致记录至少需要两个值。</translation>
    </message>
    <message>
        <source>An object was expected here.</source>
        <translation>此处应为对象。</translation>
    </message>
    <message>
        <source>The required value “%1” is missing.</source>
        <translation>缺少必填值“%1”。</translation>
    </message>
    <message>
        <source>“%1” has the wrong type.</source>
        <translation>“%1”的类型不正确。</translation>
    </message>
    <message>
        <source>“%1” is not a value of “%2”.</source>
        <translation>“%1”不是“%2”的取值。</translation>
    </message>
    <message>
        <source>one of: %1</source>
        <translation>以下之一：%1</translation>
    </message>
    <message>
        <source>“%1” is %2.</source>
        <translation>“%1”为 %2。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The required value “%1” is empty.</source>
        <translation>必填值“%1”为空。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>A text was expected here.</source>
        <translation>此处应为文本。</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>A whole number was expected here.</source>
        <translation>此处应为整数。</translation>
    </message>
    <message>
        <source>a decimal amount as text, such as "9.53"</source>
        <translation>以文本表示的十进制金额，例如 "9.53"</translation>
    </message>
    <message>
        <source>“%1” is not above zero.</source>
        <translation>“%1”不大于零。</translation>
    </message>
    <message>
        <source>“%1” is not a date.</source>
        <translation>“%1”不是日期。</translation>
    </message>
    <message>
        <source>an ISO date, to the year, month or day</source>
        <translation>ISO 日期，精确到年、月或日</translation>
    </message>
    <message>
        <source>The source “%1” is not in sources.json.</source>
        <translation>来源“%1”不在 sources.json 中。</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>对象列表</translation>
    </message>
    <message>
        <source>Nobody reads the key “%1”.</source>
        <translation>没有任何地方读取键“%1”。</translation>
    </message>
    <message>
        <source>This is not valid JSON: it breaks off or errs at line %1, column %2.</source>
        <translation>不是有效的 JSON：在第 %1 行第 %2 列中断或出错。</translation>
    </message>
    <message>
        <source>This is not valid JSON.</source>
        <translation>不是有效的 JSON。</translation>
    </message>
    <message>
        <source>This file is of schema %1; this program reads schema %2.</source>
        <translation>该文件的模式版本为 %1；本程序读取版本 %2。</translation>
    </message>
    <message>
        <source>This file says that it holds “%1”.</source>
        <translation>该文件声明其内容为“%1”。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>“%1” occurs twice; the first is %2 in %3.</source>
        <translation>“%1”出现两次；第一次在 %3 的 %2。</translation>
    </message>
    <message>
        <source>This is not a knowledge file.</source>
        <translation>这不是知识文件。</translation>
    </message>
    <message>
        <source>This knowledge file is missing.</source>
        <translation>缺少该知识文件。</translation>
    </message>
    <message>
        <source>The GPU “%1” is not known.</source>
        <translation>未知的 GPU“%1”。</translation>
    </message>
    <message>
        <source>The disk category “%1” is not known.</source>
        <translation>未知的云盘类型“%1”。</translation>
    </message>
    <message>
        <source>The instance type “%1” is not known.</source>
        <translation>未知的实例规格“%1”。</translation>
    </message>
    <message>
        <source>The region “%1” is not known.</source>
        <translation>未知的地域“%1”。</translation>
    </message>
    <message>
        <source>The data set “%1” is not known.</source>
        <translation>未知的数据集“%1”。</translation>
    </message>
    <message>
        <source>%1 of %2 prices are older than a year; the oldest is of %3.</source>
        <translation>%2 个价格中有 %1 个超过一年；最早的日期为 %3。</translation>
    </message>
    <message>
        <source>No instance type with the GPU %1 has a price in any region.</source>
        <translation>搭载 %1 的实例规格在任何地域都没有价格。</translation>
    </message>
    <message>
        <source>The usable memory of the GPU %1 is not known.</source>
        <translation>GPU %1 的可用显存未知。</translation>
    </message>
    <message>
        <source>%1 prices were seen without a region; they are shown but never ranked.</source>
        <translation>有 %1 个价格未注明地域；会显示，但不参与排序。</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>%1 TFLOPS</source>
        <translation>%1 TFLOPS</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 张图像</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>floating-point operations</source>
        <translation>浮点运算次数</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>money</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>bytes per second</source>
        <translation>字节每秒</translation>
    </message>
    <message>
        <source>operations per second</source>
        <translation>运算每秒</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>每秒</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>Authors' code</source>
        <translation>作者代码</translation>
    </message>
    <message>
        <source>My own data</source>
        <translation>我的数据</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 (nearest: %2)</source>
        <translation>%1（最接近：%2）</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 and %2 more (nearest: %3)</source>
        <translation>%1 等，另有 %2 个（最接近：%3）</translation>
    </message>
    <message>
        <source>the text is too long</source>
        <translation>文本过长</translation>
    </message>
    <message>
        <source>the text holds a control character</source>
        <translation>文本包含控制字符</translation>
    </message>
    <message>
        <source>printable characters on one line</source>
        <translation>单行可打印字符</translation>
    </message>
    <message>
        <source>%1 is no list of dilations</source>
        <translation>%1 不是膨胀率列表</translation>
    </message>
    <message>
        <source>such as 1,2,4, each 1 to 64</source>
        <translation>例如 1,2,4，每项 1 到 64</translation>
    </message>
    <message>
        <source>%1 is a GPU, not an instance family or type</source>
        <translation>%1 是 GPU，不是规格族或规格</translation>
    </message>
    <message>
        <source>the families that carry it: %1</source>
        <translation>搭载它的规格族：%1</translation>
    </message>
    <message>
        <source>%1 cannot be chosen: %2</source>
        <translation>不能选择 %1：%2</translation>
    </message>
    <message>
        <source>%1, which is probably meant</source>
        <translation>%1（可能的本意）</translation>
    </message>
    <message>
        <source>%1 is not known here</source>
        <translation>此处没有 %1</translation>
    </message>
    <message>
        <source>nothing: leave it out</source>
        <translation>无：请省略</translation>
    </message>
    <message>
        <source>%1 is not known</source>
        <translation>未知的 %1</translation>
    </message>
    <message>
        <source>a value is needed</source>
        <translation>需要一个值</translation>
    </message>
    <message>
        <source>this is the wrong kind of value</source>
        <translation>值的类型不正确</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 超出范围</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>at least one is needed</source>
        <translation>至少需要一项</translation>
    </message>
    <message>
        <source>%1 stands twice</source>
        <translation>%1 重复出现</translation>
    </message>
    <message>
        <source>a decimal amount such as 3000 or 61.70, at most 6 digits after the point</source>
        <translation>十进制金额，例如 3000 或 61.70，小数点后最多 6 位</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>Where the instance may run. Prices and the types on offer differ between regions.</source>
        <translation>实例可以运行的地域。各地域的价格和可售规格不同。</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>The most that the whole job may cost: instances, disks, all runs.</source>
        <translation>整个任务的费用上限：实例、云盘、全部训练。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Accounts of the China site pay in CNY, international ones in USD. Amounts are never converted.</source>
        <translation>中国站账号以人民币结算，国际站以美元结算。金额不做换算。</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>The longest that the whole job may take, all runs one after the other.</source>
        <translation>整个任务的最长时间，多次训练依次进行。</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Buying</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>Ways of buying to compare. Spot is cheap and may be taken away; a subscription pays by the month.</source>
        <translation>参与比较的付费方式。抢占式便宜但可能被回收；包年包月按月付费。</translation>
    </message>
    <message>
        <source>Pay-as-you-go</source>
        <translation>按量付费</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>Subscription</source>
        <translation>包年包月</translation>
    </message>
    <message>
        <source>GPUs at most</source>
        <translation>GPU 上限</translation>
    </message>
    <message>
        <source>The most GPUs the planner may use together.</source>
        <translation>规划器最多可同时使用的 GPU 数。</translation>
    </message>
    <message>
        <source>Several machines</source>
        <translation>多台机器</translation>
    </message>
    <message>
        <source>Let the planner spread the job over several machines.</source>
        <translation>允许规划器把任务分布到多台机器。</translation>
    </message>
    <message>
        <source>Domestic silicon</source>
        <translation>国产芯片</translation>
    </message>
    <message>
        <source>Only accelerators designed and made in mainland China.</source>
        <translation>只用在中国大陆设计和制造的加速器。</translation>
    </message>
    <message>
        <source>FP64</source>
        <translation>FP64</translation>
    </message>
    <message>
        <source>The work around the training needs double precision at full speed.</source>
        <translation>训练相关的计算需要全速双精度。</translation>
    </message>
    <message>
        <source>Old framework</source>
        <translation>旧框架</translation>
    </message>
    <message>
        <source>The code needs CUDA 10 or PyTorch 1.4 and so a card before Ampere.</source>
        <translation>代码需要 CUDA 10 或 PyTorch 1.4，因此要用 Ampere 之前的显卡。</translation>
    </message>
    <message>
        <source>Only families</source>
        <translation>仅限规格族</translation>
    </message>
    <message>
        <source>Instance families to choose from; none chosen means all.</source>
        <translation>可选的实例规格族；不选表示全部。</translation>
    </message>
    <message>
        <source>Without families</source>
        <translation>排除规格族</translation>
    </message>
    <message>
        <source>Instance families to leave out.</source>
        <translation>要排除的实例规格族。</translation>
    </message>
    <message>
        <source>Only types</source>
        <translation>仅限规格</translation>
    </message>
    <message>
        <source>Instance types to choose from; none chosen means all.</source>
        <translation>可选的实例规格；不选表示全部。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练次数</translation>
    </message>
    <message>
        <source>How often the training is run: folds times seeds.</source>
        <translation>训练运行的次数：折数 × 随机种子数。</translation>
    </message>
    <message>
        <source>Data kept</source>
        <translation>数据保留</translation>
    </message>
    <message>
        <source>How long the data stays on the data disk.</source>
        <translation>数据在数据盘上保留的时间。</translation>
    </message>
    <message>
        <source>months</source>
        <translation>个月</translation>
    </message>
    <message>
        <source>to be filled in</source>
        <translation>待填写</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Stands over the report.</source>
        <translation>显示在报告上方。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Security group</source>
        <translation>安全组</translation>
    </message>
    <message>
        <source>Id of the security group, such as sg-bp15ed6xe1yxeycg7.</source>
        <translation>安全组 ID，例如 sg-bp15ed6xe1yxeycg7。</translation>
    </message>
    <message>
        <source>vSwitch</source>
        <translation>交换机</translation>
    </message>
    <message>
        <source>Id of the vSwitch, such as vsw-bp1s5fnvk4gn2tws0; it decides the zone.</source>
        <translation>交换机（vSwitch）ID，例如 vsw-bp1s5fnvk4gn2tws0；它决定可用区。</translation>
    </message>
    <message>
        <source>Key pair</source>
        <translation>密钥对</translation>
    </message>
    <message>
        <source>Name of the SSH key pair to log in with.</source>
        <translation>用于登录的 SSH 密钥对名称。</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Id of the image with GPU driver and CUDA; empty takes a stock one.</source>
        <translation>含 GPU 驱动与 CUDA 的镜像 ID；留空则使用公共镜像。</translation>
    </message>
    <message>
        <source>stock image</source>
        <translation>公共镜像</translation>
    </message>
    <message>
        <source>Instance name</source>
        <translation>实例名称</translation>
    </message>
    <message>
        <source>How the instance is called in the console.</source>
        <translation>实例在控制台中的名称。</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>由模型生成</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>Shell</translation>
    </message>
    <message>
        <source>Whose quoting rules the command follows.</source>
        <translation>命令遵循哪种 Shell 的引号规则。</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>网络结构</translation>
    </message>
    <message>
        <source>The segmentation network to be trained.</source>
        <translation>要训练的分割网络。</translation>
    </message>
    <message>
        <source>Code base</source>
        <translation>代码库</translation>
    </message>
    <message>
        <source>Heads, channels and losses of one architecture differ between code bases, and with them memory and time.</source>
        <translation>同一结构在不同代码库中的头部、通道数和损失不同，显存与时间也随之不同。</translation>
    </message>
    <message>
        <source>Backbone</source>
        <translation>骨干网络</translation>
    </message>
    <message>
        <source>The network that extracts the features. Left as usual, it is the one the architecture is mostly used with.</source>
        <translation>提取特征的网络。保持默认即为该结构最常用的骨干。</translation>
    </message>
    <message>
        <source>Output stride</source>
        <translation>输出步幅</translation>
    </message>
    <message>
        <source>How much smaller than the crop the deepest feature map is. A smaller stride keeps detail and costs memory and time.</source>
        <translation>最深特征图相对裁剪尺寸缩小的倍数。步幅越小细节越多，但显存和时间越大。</translation>
    </message>
    <message>
        <source>Auxiliary head</source>
        <translation>辅助头</translation>
    </message>
    <message>
        <source>A second head with its own loss, used in training only. It costs memory and a little time.</source>
        <translation>仅用于训练的第二个头，带独立损失。会占用显存并略增时间。</translation>
    </message>
    <message>
        <source>Deep: three 3x3 convolutions</source>
        <translation>深：三个 3x3 卷积</translation>
    </message>
    <message>
        <source>Classic: one 7x7 convolution</source>
        <translation>经典：一个 7x7 卷积</translation>
    </message>
    <message>
        <source>Stem</source>
        <translation>Stem</translation>
    </message>
    <message>
        <source>The first layers of a ResNet.</source>
        <translation>ResNet 的最初几层。</translation>
    </message>
    <message>
        <source>Multi-grid</source>
        <translation>Multi-grid</translation>
    </message>
    <message>
        <source>Dilations of the blocks in the last stage, such as 1,2,4.</source>
        <translation>最后一个阶段各块的膨胀率，例如 1,2,4。</translation>
    </message>
    <message>
        <source>Head dilation</source>
        <translation>头部膨胀率</translation>
    </message>
    <message>
        <source>Dilation of the convolutions in the head.</source>
        <translation>头部卷积的膨胀率。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Side of the attention window of the pretrained weights. A larger one costs memory.</source>
        <translation>预训练权重的注意力窗口边长。窗口越大显存越多。</translation>
    </message>
    <message>
        <source>Transposed convolution</source>
        <translation>转置卷积</translation>
    </message>
    <message>
        <source>Bilinear</source>
        <translation>双线性</translation>
    </message>
    <message>
        <source>Upsampling</source>
        <translation>上采样</translation>
    </message>
    <message>
        <source>How the decoder doubles the size of its feature maps.</source>
        <translation>解码器将特征图放大一倍的方式。</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>The data to train on. Its number of images, image size and bytes decide the loader, the disk and what an epoch is.</source>
        <translation>用于训练的数据。图像数、图像尺寸和字节数决定数据加载、云盘以及一轮的长度。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>A name for your own data.</source>
        <translation>您自己数据的名称。</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像数</translation>
    </message>
    <message>
        <source>Number of training images: what one epoch runs through.</source>
        <translation>训练图像数：一轮遍历的数量。</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练集</translation>
    </message>
    <message>
        <source>Image height</source>
        <translation>图像高度</translation>
    </message>
    <message>
        <source>Height of a stored image: what the loader has to decode.</source>
        <translation>原始图像的高度：数据加载需要解码的尺寸。</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Image width</source>
        <translation>图像宽度</translation>
    </message>
    <message>
        <source>Width of a stored image: what the loader has to decode.</source>
        <translation>原始图像的宽度：数据加载需要解码的尺寸。</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>What the whole data set takes on disk. From 100 GB on, shared storage is advised.</source>
        <translation>整个数据集在磁盘上的大小。超过 100 GB 时建议使用共享存储。</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>Number of classes the network tells apart. The last layer and the loss grow with it.</source>
        <translation>网络区分的类别数。最后一层和损失随之增大。</translation>
    </message>
    <message>
        <source>Input channels</source>
        <translation>输入通道数</translation>
    </message>
    <message>
        <source>3 for colour images; more for multi-spectral or multi-modal input such as RGB with depth.</source>
        <translation>彩色图像为 3；多光谱或多模态输入（如 RGB 加深度）更多。</translation>
    </message>
    <message>
        <source>planner chooses</source>
        <translation>由规划器选择</translation>
    </message>
    <message>
        <source>Height of the piece of an image that the network trains on. Memory and time grow with the crop's area.</source>
        <translation>训练时所裁剪图块的高度。显存和时间随裁剪面积增长。</translation>
    </message>
    <message>
        <source>Width of the piece of an image that the network trains on. Memory and time grow with the crop's area.</source>
        <translation>训练时所裁剪图块的宽度。显存和时间随裁剪面积增长。</translation>
    </message>
    <message>
        <source>Batch per GPU</source>
        <translation>单卡批大小</translation>
    </message>
    <message>
        <source>Images that one GPU works on at once. Left to the planner, it is the largest that fits and keeps the global batch.</source>
        <translation>一张 GPU 同时处理的图像数。交给规划器时，取能放下且保持全局批大小的最大值。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>Images per optimizer step over all GPUs and accumulation steps; the planner keeps it.</source>
        <translation>所有 GPU 和累积步合计、每次优化器更新的图像数；规划器保持不变。</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Batches whose gradients are summed before one optimizer step: a larger batch for the memory of a small one.</source>
        <translation>在一次优化器更新前累加梯度的批次数：用小批次的显存实现大批次。</translation>
    </message>
    <message>
        <source>GPUs per machine. Above one, the job runs as DistributedDataParallel.</source>
        <translation>每台机器的 GPU 数。大于一时以 DistributedDataParallel 运行。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器数</translation>
    </message>
    <message>
        <source>Machines that train together over the network.</source>
        <translation>通过网络共同训练的机器数。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Mixed precision (AMP) halves most of the activations and uses tensor cores. TF32 and BF16 need an Ampere card or later.</source>
        <translation>混合精度（AMP）可使大部分激活值减半并使用 Tensor Core。TF32 和 BF16 需要 Ampere 或更新的显卡。</translation>
    </message>
    <message>
        <source>SGD, momentum</source>
        <translation>SGD（动量）</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Momentum keeps one more number per parameter, Adam and AdamW two.</source>
        <translation>动量为每个参数多存一个数，Adam 和 AdamW 多存两个。</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Length in</source>
        <translation>长度单位</translation>
    </message>
    <message>
        <source>Whether the length of the training is given in optimizer steps or in passes over the data.</source>
        <translation>训练长度以优化器步数还是以数据遍历轮数给出。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>训练计划</translation>
    </message>
    <message>
        <source>Optimizer steps of one training run.</source>
        <translation>一次训练的优化器步数。</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>次迭代</translation>
    </message>
    <message>
        <source>Passes over the training images in one training run.</source>
        <translation>一次训练对训练图像的遍历轮数。</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>Activation checkpointing: keeps only the borders of blocks and computes the rest again in the backward pass. Less memory, about a third more time.</source>
        <translation>激活重计算（checkpointing）：只保留各块边界，其余在反向时重算。显存更少，时间约增加三分之一。</translation>
    </message>
    <message>
        <source>Frozen backbone</source>
        <translation>冻结骨干</translation>
    </message>
    <message>
        <source>Only the head learns: no gradients and no optimizer states for the backbone.</source>
        <translation>只训练头部：骨干没有梯度，也没有优化器状态。</translation>
    </message>
    <message>
        <source>Synchronised batch norm</source>
        <translation>同步批归一化</translation>
    </message>
    <message>
        <source>Batch statistics over all GPUs instead of each on its own.</source>
        <translation>批统计量跨所有 GPU 计算，而非各卡独立。</translation>
    </message>
    <message>
        <source>2.x</source>
        <translation>2.x</translation>
    </message>
    <message>
        <source>1.11 to 1.13</source>
        <translation>1.11 至 1.13</translation>
    </message>
    <message>
        <source>1.10 and earlier</source>
        <translation>1.10 及更早</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>What is kept for the backward pass changed over the versions, and 2.x has fused attention.</source>
        <translation>不同版本为反向保留的数据不同；2.x 还有融合注意力。</translation>
    </message>
    <message>
        <source>freed (set to none)</source>
        <translation>释放（置为 None）</translation>
    </message>
    <message>
        <source>filled with zeros</source>
        <translation>填零</translation>
    </message>
    <message>
        <source>Gradients between steps</source>
        <translation>迭代间的梯度</translation>
    </message>
    <message>
        <source>Freed gradients leave their memory to the forward pass; zeroed ones stay.</source>
        <translation>释放梯度可把显存让给前向；填零的梯度则一直占用。</translation>
    </message>
    <message>
        <source>this is %1</source>
        <translation>此处为%1</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>this is no plan: the version of the format is missing</source>
        <translation>这不是方案文件：缺少格式版本</translation>
    </message>
    <message>
        <source>the plan has version %1 and was made by a newer program; this one reads up to version %2</source>
        <translation>该方案版本为 %1，由更新的程序生成；本程序最高读取版本 %2</translation>
    </message>
    <message>
        <source>the workload names no GPU</source>
        <translation>任务中没有指定 GPU</translation>
    </message>
    <message>
        <source>a GPU's id, or an object with its figures</source>
        <translation>GPU 的 ID，或包含其参数的对象</translation>
    </message>
    <message>
        <source>Back to unset</source>
        <translation>恢复为未设置</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>%1 in %2 has no such option</source>
        <translation>%2 的 %1 没有此选项</translation>
    </message>
    <message>
        <source>An epoch is one pass over the images, and their number is not known. Give the number of images or count in iterations.</source>
        <translation>一轮是对图像的一次遍历，但图像数未知。请给出图像数，或以迭代次数计。</translation>
    </message>
    <message>
        <source>Use %1 iterations</source>
        <translation>改为 %1 次迭代</translation>
    </message>
    <message>
        <source>The planner chooses the batch per GPU so that the global batch is kept: give the global batch.</source>
        <translation>规划器按全局批大小选择单卡批大小：请给出全局批大小。</translation>
    </message>
    <message>
        <source>Global batch %1</source>
        <translation>全局批大小 %1</translation>
    </message>
    <message>
        <source>The batch per GPU is fixed, so one step takes %1 images, not the global batch of %2.</source>
        <translation>单卡批大小已固定，因此每步为 %1 张图像，而不是全局批大小 %2。</translation>
    </message>
    <message>
        <source>Let the planner choose the batch per GPU</source>
        <translation>由规划器选择单卡批大小</translation>
    </message>
    <message>
        <source>Drop the global batch</source>
        <translation>去掉全局批大小</translation>
    </message>
    <message>
        <source>Batch per GPU %1</source>
        <translation>单卡批大小 %1</translation>
    </message>
    <message>
        <source>Batch norm takes its statistics from one image per GPU: training gets noisy.</source>
        <translation>批归一化的统计量来自每卡一张图像：训练会不稳定。</translation>
    </message>
    <message>
        <source>Use %1 x %2</source>
        <translation>改为 %1 × %2</translation>
    </message>
    <message>
        <source>Use AMP FP16</source>
        <translation>改用混合精度 FP16</translation>
    </message>
    <message>
        <source>Use FP32</source>
        <translation>改用 FP32</translation>
    </message>
    <message>
        <source>%1 needs an Ampere card or later, which an old framework does not know: every card is left out.</source>
        <translation>%1 需要 Ampere 或更新的显卡，而旧框架不支持：所有显卡都会被排除。</translation>
    </message>
    <message>
        <source>Drop the old framework</source>
        <translation>去掉旧框架要求</translation>
    </message>
    <message>
        <source>None of the cards allowed here has %1.</source>
        <translation>此处允许的显卡都不支持 %1。</translation>
    </message>
    <message>
        <source>No price is known in the regions chosen, so no cost can be worked out.</source>
        <translation>所选地域没有已知价格，因此无法计算费用。</translation>
    </message>
    <message>
        <source>Use Shanghai (cn-shanghai)</source>
        <translation>改用上海（cn-shanghai）</translation>
    </message>
    <message>
        <source>%1 is asked for but cannot be chosen: it is not sold by self-service, or its family is left out.</source>
        <translation>指定了 %1，但无法选择：它不能自助购买，或其规格族被排除。</translation>
    </message>
    <message>
        <source>No ECS type sold by self-service trains on domestic silicon.</source>
        <translation>没有可自助购买、能用国产芯片训练的 ECS 规格。</translation>
    </message>
    <message>
        <source>Drop the requirement and compare large-memory cards such as H20</source>
        <translation>去掉该要求，比较 H20 等大显存显卡</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>this key stands twice</source>
        <translation>该键重复出现</translation>
    </message>
    <message>
        <source>each key once</source>
        <translation>每个键一次</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>the number %1 in line %2 is too large</source>
        <translation>第 %2 行的数字 %1 过大</translation>
    </message>
    <message>
        <source>the file ends in the middle, in line %1: it was cut off</source>
        <translation>文件在第 %1 行中途结束：内容被截断</translation>
    </message>
    <message>
        <source>this is not JSON from line %1, column %2 on, near %3</source>
        <translation>从第 %1 行第 %2 列起不是 JSON，位于 %3 附近</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>有限的数字</translation>
    </message>
    <message>
        <source>the values are nested too deeply</source>
        <translation>值的嵌套过深</translation>
    </message>
    <message>
        <source>at most %1 levels</source>
        <translation>最多 %1 层</translation>
    </message>
    <message>
        <source>the file is too large for a plan</source>
        <translation>文件过大，不是方案文件</translation>
    </message>
    <message>
        <source>at most 64 MiB</source>
        <translation>最大 64 MiB</translation>
    </message>
    <message>
        <source>Small experiment</source>
        <translation>小型实验</translation>
    </message>
    <message>
        <source>Study or first try: a light network, short use, the cheapest card that does it.</source>
        <translation>学习或初次尝试：轻量网络、短时间使用、能胜任的最便宜显卡。</translation>
    </message>
    <message>
        <source>Industrial training</source>
        <translation>工业级训练</translation>
    </message>
    <message>
        <source>A ResNet-101 or SegFormer-B5 class network with a batch above 8 on crops of 512 pixels and more.</source>
        <translation>ResNet-101 或 SegFormer-B5 级别的网络，批大小大于 8，裁剪 512 像素及以上。</translation>
    </message>
    <message>
        <source>Large, high resolution</source>
        <translation>大规模、高分辨率</translation>
    </message>
    <message>
        <source>Swin, Mask2Former or HRNet on much data at high resolution, on several cards.</source>
        <translation>Swin、Mask2Former 或 HRNet，大量高分辨率数据，多卡训练。</translation>
    </message>
    <message>
        <source>Domestic requirement</source>
        <translation>国产化要求</translation>
    </message>
    <message>
        <source>A rule asks for domestic silicon: what there is on ECS, and what there is not.</source>
        <translation>规定要求国产芯片：ECS 上有什么、没有什么。</translation>
    </message>
    <message>
        <source>the key %1 is not known</source>
        <translation>未知的键 %1</translation>
    </message>
    <message>
        <source>%1 and %2 belong together</source>
        <translation>%1 和 %2 必须同时给出</translation>
    </message>
    <message>
        <source>the plan has no workload</source>
        <translation>方案中没有任务</translation>
    </message>
    <message>
        <source>the workload names no model</source>
        <translation>任务中没有指定模型</translation>
    </message>
    <message>
        <source>a data set's id, or an object with the figures of your own data</source>
        <translation>数据集 ID，或包含您自己数据参数的对象</translation>
    </message>
    <message>
        <source>the schedule has no length</source>
        <translation>训练计划没有长度</translation>
    </message>
    <message>
        <source>either iterations or epochs</source>
        <translation>迭代次数或轮数之一</translation>
    </message>
    <message>
        <source>the schedule has two lengths</source>
        <translation>训练计划给出了两个长度</translation>
    </message>
    <message>
        <source>a value: an estimate is of one setting</source>
        <translation>一个确定的值：估算针对单一设置</translation>
    </message>
    <message>
        <source>a text such as "3000"</source>
        <translation>文本，例如 "3000"</translation>
    </message>
    <message>
        <source>the data set does not tell its number of classes: give it</source>
        <translation>数据集没有给出类别数：请填写</translation>
    </message>
    <message>
        <source>the price lacks this</source>
        <translation>价格缺少该项</translation>
    </message>
    <message>
        <source>%1 is no price</source>
        <translation>%1 不是价格</translation>
    </message>
    <message>
        <source>a positive decimal text with at most 6 digits after the point</source>
        <translation>正的十进制文本，小数点后最多 6 位</translation>
    </message>
    <message>
        <source>the price book has no entries</source>
        <translation>价格表没有条目</translation>
    </message>
    <message>
        <source>the GPU %1 is not known</source>
        <translation>未知的 GPU %1</translation>
    </message>
    <message>
        <source>the GPU lacks this</source>
        <translation>GPU 缺少该项</translation>
    </message>
    <message>
        <source>Small: T4 (gn6i)</source>
        <translation>小：T4（gn6i）</translation>
    </message>
    <message>
        <source>Medium: A10 (gn7i), V100 (gn6v, gn6e)</source>
        <translation>中：A10（gn7i）、V100（gn6v、gn6e）</translation>
    </message>
    <message>
        <source>Large: A100 (gn7, gn7e), L20 (gn8is), H20 (gn8v)</source>
        <translation>大：A100（gn7、gn7e）、L20（gn8is）、H20（gn8v）</translation>
    </message>
    <message>
        <source>no type chosen</source>
        <translation>未选出规格</translation>
    </message>
    <message>
        <source>%1 M parameters, %2 G multiply-adds, %3 images</source>
        <translation>%1 M 参数，%2 G 次乘加，%3 张图像</translation>
    </message>
    <message>
        <source>%1 M parameters, %2 G multiply-adds, number of images unknown</source>
        <translation>%1 M 参数，%2 G 次乘加，图像数未知</translation>
    </message>
    <message>
        <source>Model complexity and data scale</source>
        <translation>模型复杂度与数据规模</translation>
    </message>
    <message>
        <source>Parameters and multiply-adds come from the layer graph of the model at the crop size; one multiply-add is two floating-point operations.</source>
        <translation>参数与乘加次数来自裁剪尺寸下模型的计算图；一次乘加等于两次浮点运算。</translation>
    </message>
    <message>
        <source>GPU memory needed</source>
        <translation>显存需求</translation>
    </message>
    <message>
        <source>Memory could not be estimated.</source>
        <translation>无法估算显存。</translation>
    </message>
    <message>
        <source>%1 (%2 to %3), batch %4 x %5</source>
        <translation>%1（%2 至 %3），批大小 %4 × %5</translation>
    </message>
    <message>
        <source>Batch, crop, model and precision decide it; the range is 90 %.</source>
        <translation>由批大小、裁剪、模型和精度决定；区间为 90 %。</translation>
    </message>
    <message>
        <source>Batch, crop, model and precision decide it; the peak is at %1. The range is 90 %.</source>
        <translation>由批大小、裁剪、模型和精度决定；峰值位于 %1。区间为 90 %。</translation>
    </message>
    <message>
        <source>decided by memory, arithmetic and bandwidth</source>
        <translation>由显存、算力与带宽共同决定</translation>
    </message>
    <message>
        <source>The smallest class that holds the job is not always the cheapest: hours count as well as the price per hour.</source>
        <translation>能容纳任务的最小档位不一定最便宜：训练时长与每小时价格同样重要。</translation>
    </message>
    <message>
        <source>decided by memory and, most here, memory bandwidth</source>
        <translation>由显存决定，此处主要受显存带宽限制</translation>
    </message>
    <message>
        <source>decided by memory and, most here, arithmetic</source>
        <translation>由显存决定，此处主要受算力限制</translation>
    </message>
    <message>
        <source>decided by memory; the loader limits the speed here</source>
        <translation>由显存决定；此处速度受数据加载限制</translation>
    </message>
    <message>
        <source>GPU class?</source>
        <translation>GPU 档位？</translation>
    </message>
    <message>
        <source>small: up to %1</source>
        <translation>小：≤ %1</translation>
    </message>
    <message>
        <source>medium: up to %1</source>
        <translation>中：≤ %1</translation>
    </message>
    <message>
        <source>large: up to %1</source>
        <translation>大：≤ %1</translation>
    </message>
    <message>
        <source>no such type in the catalogue</source>
        <translation>目录中没有该类规格</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 x %2: %3, %4</source>
        <translation>%1 × %2：%3，%4</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>CPU and memory</source>
        <translation>CPU 与内存</translation>
    </message>
    <message>
        <source>Rule: 8 vCPU per GPU, memory 2 x VRAM</source>
        <translation>规则：每 GPU 8 vCPU，内存 2 × 显存</translation>
    </message>
    <message>
        <source>Alternative: ESSD PL3</source>
        <translation>备选：ESSD PL3</translation>
    </message>
    <message>
        <source>Cores for decoding and augmentation, memory for workers, queues and the page cache of the data set.</source>
        <translation>CPU 核用于解码与增强，内存用于加载进程、队列和数据集的页缓存。</translation>
    </message>
    <message>
        <source>needs %1 vCPU and %2, has %3 vCPU and %4</source>
        <translation>需要 %1 vCPU 和 %2，实际 %3 vCPU 和 %4</translation>
    </message>
    <message>
        <source>%1 of %2 vCPU, %3 of %4</source>
        <translation>%1 / %2 vCPU，%3 / %4</translation>
    </message>
    <message>
        <source>met: %1</source>
        <translation>满足：%1</translation>
    </message>
    <message>
        <source>not met: %1</source>
        <translation>不满足：%1</translation>
    </message>
    <message>
        <source>The rule is a floor; the computed need decides.</source>
        <translation>规则是下限；以计算出的需求为准。</translation>
    </message>
    <message>
        <source>Storage and network</source>
        <translation>存储与网络</translation>
    </message>
    <message>
        <source>Several nodes: VPC with eRDMA</source>
        <translation>多机：VPC 加 eRDMA</translation>
    </message>
    <message>
        <source>%1, %2 GiB; NAS for the data set</source>
        <translation>%1，%2 GiB；数据集放 NAS</translation>
    </message>
    <message>
        <source>%1, %2 GiB; OSS with OSSFS cache</source>
        <translation>%1，%2 GiB；OSS 加 OSSFS 缓存</translation>
    </message>
    <message>
        <source>%1, %2 GiB; no NAS needed</source>
        <translation>%1，%2 GiB；无需 NAS</translation>
    </message>
    <message>
        <source>chosen: the data need its speed</source>
        <translation>已选：数据需要该速度</translation>
    </message>
    <message>
        <source>faster than needed, %1 more per month</source>
        <translation>快于所需，每月多 %1</translation>
    </message>
    <message>
        <source>%1 nodes, %2 Gbit/s</source>
        <translation>%1 个节点，%2 Gbit/s</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>one node: not needed</source>
        <translation>单节点：不需要</translation>
    </message>
    <message>
        <source>Deploy, train and watch</source>
        <translation>部署、训练与监控</translation>
    </message>
    <message>
        <source>compare GPU utilisation and memory with the plan</source>
        <translation>将 GPU 利用率和显存与方案对照</translation>
    </message>
    <message>
        <source>Watch with nvidia-smi: about %1 of GPU memory in use once training is steady; much more or less means that the plan and the run differ.</source>
        <translation>用 nvidia-smi 观察：训练稳定后显存占用约 %1；若相差很多，说明实际运行与方案不符。</translation>
    </message>
    <message>
        <source>Cores for the loader to keep up with the GPUs</source>
        <translation>数据加载跟上 GPU 所需的 CPU 核数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Training processes</source>
        <translation>训练进程数</translation>
    </message>
    <message>
        <source>Loader workers</source>
        <translation>加载进程数</translation>
    </message>
    <message>
        <source>Batches the workers prefetch</source>
        <translation>加载进程预取的批次</translation>
    </message>
    <message>
        <source>Pinned batches</source>
        <translation>锁页批次</translation>
    </message>
    <message>
        <source>The memory of processes and workers is not known and not counted.</source>
        <translation>进程与加载进程的内存未知，未计入。</translation>
    </message>
    <message>
        <source>The instance has %1 vCPU, below the rule of 8 per GPU (%2); the loader needs %3 for this plan.</source>
        <translation>实例有 %1 vCPU，低于每 GPU 8 个的规则（%2）；本方案的数据加载需要 %3。</translation>
    </message>
    <message>
        <source>The instance has %1 of memory, below the rule of 2 x VRAM (%2); this plan needs %3.</source>
        <translation>实例有 %1 内存，低于 2 × 显存的规则（%2）；本方案需要 %3。</translation>
    </message>
    <message>
        <source>The loader would need %1 vCPU and gets %2: the GPU waits for data. Decode and augment on the GPU (DALI) or take a type with more cores.</source>
        <translation>数据加载需要 %1 vCPU，实际只有 %2：GPU 会等待数据。请在 GPU 上解码和增强（DALI），或选 vCPU 更多的规格。</translation>
    </message>
    <message>
        <source>The data set does not stay in memory whole: every epoch reads from the disk.</source>
        <translation>数据集无法全部留在内存：每一轮都要从云盘读取。</translation>
    </message>
    <message>
        <source>%1 nodes of %2</source>
        <translation>%1 个 %2 节点</translation>
    </message>
    <message>
        <source>priced in another currency: not compared</source>
        <translation>以其他货币计价：未比较</translation>
    </message>
    <message>
        <source>%1 x faster for %2 more</source>
        <translation>快 %1 倍，多花 %2</translation>
    </message>
    <message>
        <source>%1 x slower and %2 more</source>
        <translation>慢 %1 倍，且多花 %2</translation>
    </message>
    <message>
        <source>about as fast for %1 more</source>
        <translation>速度相近，多花 %1</translation>
    </message>
    <message>
        <source>Cheapest type that may fit: nothing fits with certainty.</source>
        <translation>可能容纳的最便宜规格：没有规格能确定容纳。</translation>
    </message>
    <message>
        <source>Cheapest type that meets deadline and budget.</source>
        <translation>满足期限和预算的最便宜规格。</translation>
    </message>
    <message>
        <source>Cheapest type that meets the deadline.</source>
        <translation>满足期限的最便宜规格。</translation>
    </message>
    <message>
        <source>Cheapest type within the budget.</source>
        <translation>预算内最便宜的规格。</translation>
    </message>
    <message>
        <source>Cheapest type for the whole job.</source>
        <translation>整个任务费用最低的规格。</translation>
    </message>
    <message>
        <source>tight: %1 to %2 of %3</source>
        <translation>临界：%1 至 %2，共 %3</translation>
    </message>
    <message>
        <source>tight: the usable memory of %1 is not known</source>
        <translation>临界：%1 的可用显存未知</translation>
    </message>
    <message>
        <source>may take up to %1: longer than the deadline</source>
        <translation>最长可能需要 %1：超过期限</translation>
    </message>
    <message>
        <source>the price was worked out by a rule, not quoted</source>
        <translation>价格由规则推算，没有报价</translation>
    </message>
    <message>
        <source>No instance type is known to choose from.</source>
        <translation>没有可供选择的实例规格。</translation>
    </message>
    <message>
        <source>No self-service ECS instance has domestic silicon that can train. The T-Head PPU is sold through ACS container compute, PAI-Lingjun and Bailian: ask sales. H20 is an NVIDIA part and not domestic.</source>
        <translation>没有任何可自助购买的 ECS 实例搭载能训练的国产芯片。平头哥 PPU 通过容器计算服务 ACS、PAI 灵骏和百炼提供：请联系销售。H20 是 NVIDIA 产品，并非国产。</translation>
    </message>
    <message>
        <source>No instance type meets the requirements. Nearest: %1, %2.</source>
        <translation>没有实例规格满足要求。最接近：%1，%2。</translation>
    </message>
    <message>
        <source>%1 is sold by invitation only</source>
        <translation>%1 仅限邀请购买</translation>
    </message>
    <message>
        <source>%1 is opened by ticket only</source>
        <translation>%1 需提交工单开通</translation>
    </message>
    <message>
        <source>%1 has a slice of a GPU under a graphics licence: not for training</source>
        <translation>%1 是图形授权的 GPU 切片：不适合训练</translation>
    </message>
    <message>
        <source>%1 is no longer sold</source>
        <translation>%1 已停售</translation>
    </message>
    <message>
        <source>%1 runs inference only: it cannot train</source>
        <translation>%1 只能推理：不能训练</translation>
    </message>
    <message>
        <source>%1 is sold inside a cluster only, not for one job</source>
        <translation>%1 只在集群内出售，不用于单个任务</translation>
    </message>
    <message>
        <source>%1 cannot be ordered</source>
        <translation>%1 无法订购</translation>
    </message>
    <message>
        <source>not among the instance types asked for</source>
        <translation>不在指定的实例规格之内</translation>
    </message>
    <message>
        <source>%1 is not among the families asked for</source>
        <translation>%1 不在指定的规格族之内</translation>
    </message>
    <message>
        <source>%1 is among the families excluded</source>
        <translation>%1 属于被排除的规格族</translation>
    </message>
    <message>
        <source>has %1 GPUs, the plan asks for %2</source>
        <translation>有 %1 张 GPU，方案要求 %2 张</translation>
    </message>
    <message>
        <source>%1 is not domestic silicon; no self-service ECS type has any that can train</source>
        <translation>%1 不是国产芯片；没有可自助购买的 ECS 规格搭载能训练的国产芯片</translation>
    </message>
    <message>
        <source>%1 runs FP64 at a small fraction of its FP32 rate</source>
        <translation>%1 的 FP64 速率只有 FP32 的一小部分</translation>
    </message>
    <message>
        <source>%1 (%2) needs CUDA 11 or later: frameworks of the CUDA 10 time do not know it</source>
        <translation>%1（%2）需要 CUDA 11 或更新版本：CUDA 10 时代的框架不支持</translation>
    </message>
    <message>
        <source>%1 cannot compute in %2</source>
        <translation>%1 不支持 %2</translation>
    </message>
    <message>
        <source>memory could not be estimated</source>
        <translation>无法估算显存</translation>
    </message>
    <message>
        <source>needs %1 at batch %2, %3 gives %4</source>
        <translation>批大小 %2 时需要 %1，%3 提供 %4</translation>
    </message>
    <message>
        <source>needs %1 at batch %2, more than %3 has</source>
        <translation>批大小 %2 时需要 %1，超过 %3 的显存</translation>
    </message>
    <message>
        <source>loading needs %1 of host memory, the instance has %2</source>
        <translation>数据加载需要 %1 主机内存，实例有 %2</translation>
    </message>
    <message>
        <source>no reliable price known in %1</source>
        <translation>%1 没有可靠的价格</translation>
    </message>
    <message>
        <source>no spot price known in %1: it floats, ask DescribeSpotPriceHistory</source>
        <translation>%1 没有已知的抢占式价格：价格浮动，请查询 DescribeSpotPriceHistory</translation>
    </message>
    <message>
        <source>no monthly price known in %1</source>
        <translation>%1 没有已知的包月价格</translation>
    </message>
    <message>
        <source>no price known in %1</source>
        <translation>%1 没有已知的价格</translation>
    </message>
    <message>
        <source>has %1 GPUs, at most %2 are allowed</source>
        <translation>有 %1 张 GPU，最多允许 %2 张</translation>
    </message>
    <message>
        <source>the speed of %1 is not known for %2</source>
        <translation>%1 在 %2 下的速度未知</translation>
    </message>
    <message>
        <source>the number of iterations is not known: the data set has no image count</source>
        <translation>迭代次数未知：数据集没有图像数</translation>
    </message>
    <message>
        <source>misses the deadline by %1</source>
        <translation>超出期限 %1</translation>
    </message>
    <message>
        <source>costs %1, %2 above the budget</source>
        <translation>费用 %1，超出预算 %2</translation>
    </message>
    <message>
        <source>the plan gives neither a batch per GPU nor a global batch</source>
        <translation>方案既没有单卡批大小，也没有全局批大小</translation>
    </message>
    <message>
        <source>a global batch of %1 cannot be split evenly over %2 GPUs</source>
        <translation>全局批大小 %1 无法平均分到 %2 张 GPU</translation>
    </message>
    <message>
        <source>the model cannot be built with this batch</source>
        <translation>该批大小下无法构建模型</translation>
    </message>
    <message>
        <source>Duration of the whole job</source>
        <translation>整个任务的时长</translation>
    </message>
    <message>
        <source>Iterations of one run</source>
        <translation>一次训练的迭代次数</translation>
    </message>
    <message>
        <source>One iteration</source>
        <translation>一次迭代</translation>
    </message>
    <message>
        <source>%1 has no BF16: FP16 with loss scaling instead</source>
        <translation>%1 不支持 BF16：改用带损失缩放的 FP16</translation>
    </message>
    <message>
        <source>%1 has no TF32: plain FP32 instead</source>
        <translation>%1 不支持 TF32：改用普通 FP32</translation>
    </message>
    <message>
        <source>The image with GPU driver and CUDA is %1 GiB and the disk cannot be smaller; %2 GiB for the environment.</source>
        <translation>带 GPU 驱动和 CUDA 的镜像为 %1 GiB，系统盘不能更小；另留 %2 GiB 给环境。</translation>
    </message>
    <message>
        <source>%1 GiB hold the checkpoints; the size of the data set is not known, so neither is the speed needed.</source>
        <translation>%1 GiB 用于检查点；数据集大小未知，所需速度也未知。</translation>
    </message>
    <message>
        <source>Cheapest level that holds %1 and reads %2 MB/s (gives %3).</source>
        <translation>能容纳 %1 并以 %2 MB/s 读取的最便宜级别（提供 %3）。</translation>
    </message>
    <message>
        <source>No level reads the %1 MB/s needed at this size: the fastest gives %2.</source>
        <translation>该容量下没有级别能达到所需的 %1 MB/s：最快为 %2。</translation>
    </message>
    <message>
        <source>Capacity of the data disk</source>
        <translation>数据盘容量</translation>
    </message>
    <message>
        <source>Checkpoints kept per run</source>
        <translation>每次训练保留的检查点</translation>
    </message>
    <message>
        <source>One checkpoint: parameters and optimizer states</source>
        <translation>一个检查点：参数与优化器状态</translation>
    </message>
    <message>
        <source>Free space left</source>
        <translation>预留空间</translation>
    </message>
    <message>
        <source>Reading speed of the data disk of one node</source>
        <translation>单节点数据盘的读取速度</translation>
    </message>
    <message>
        <source>Images per iteration</source>
        <translation>每次迭代的图像数</translation>
    </message>
    <message>
        <source>Stored bytes per image</source>
        <translation>每张图像的存储字节数</translation>
    </message>
    <message>
        <source>The rule of thumb asks for ESSD PL3, which starts at %1 GiB.</source>
        <translation>经验规则要求 ESSD PL3，其最小容量为 %1 GiB。</translation>
    </message>
    <message>
        <source>The size of the data set is not known: from 100 GB on, keep it on NAS or OSS and cache it on the data disk.</source>
        <translation>数据集大小未知：超过 100 GB 时，请放在 NAS 或 OSS，并在数据盘上缓存。</translation>
    </message>
    <message>
        <source>%1 fit on the data disk: no NAS and no OSS cache needed (rule: from 100 GB).</source>
        <translation>%1 可放入数据盘：无需 NAS，也无需 OSS 缓存（规则：从 100 GB 起）。</translation>
    </message>
    <message>
        <source>One GPU: nothing to exchange, the network carries data and logs only.</source>
        <translation>单 GPU：无需交换，网络只传数据和日志。</translation>
    </message>
    <message>
        <source>One node: the GPUs exchange gradients over NVLink; no RDMA needed.</source>
        <translation>单节点：GPU 之间通过 NVLink 交换梯度；无需 RDMA。</translation>
    </message>
    <message>
        <source>One node: the GPUs exchange gradients over PCIe; no RDMA needed.</source>
        <translation>单节点：GPU 之间通过 PCIe 交换梯度；无需 RDMA。</translation>
    </message>
    <message>
        <source>Gradient bytes each node sends per iteration</source>
        <translation>每个节点每次迭代发送的梯度字节数</translation>
    </message>
    <message>
        <source>Trainable parameters</source>
        <translation>可训练参数</translation>
    </message>
    <message>
        <source>Of one iteration, %1 go into communication.</source>
        <translation>一次迭代中有 %1 用于通信。</translation>
    </message>
    <message>
        <source>%1 nodes exchange %2 per iteration over eRDMA in one VPC and zone.</source>
        <translation>%1 个节点每次迭代在同一 VPC 和可用区内经 eRDMA 交换 %2。</translation>
    </message>
    <message>
        <source>%1 nodes exchange %2 per iteration over RoCE inside their cluster.</source>
        <translation>%1 个节点每次迭代在集群内经 RoCE 交换 %2。</translation>
    </message>
    <message>
        <source>%1 nodes exchange %2 per iteration over the VPC: this type has no RDMA.</source>
        <translation>%1 个节点每次迭代经 VPC 交换 %2：该规格没有 RDMA。</translation>
    </message>
    <message>
        <source>The value %1 is out of range.</source>
        <translation>值 %1 超出范围。</translation>
    </message>
    <message>
        <source>This network does not take a side of %1 pixels.</source>
        <translation>该网络不接受 %1 像素的边长。</translation>
    </message>
    <message>
        <source>a multiple of %1 plus %2, such as %3 or %4</source>
        <translation>%1 的倍数加 %2，例如 %3 或 %4</translation>
    </message>
    <message>
        <source>%1 of %2 has no option %3.</source>
        <translation>%2 的 %1 没有选项 %3。</translation>
    </message>
    <message>
        <source>no options</source>
        <translation>没有选项</translation>
    </message>
    <message>
        <source>The option's value %1 is not allowed.</source>
        <translation>选项的值 %1 不被允许。</translation>
    </message>
    <message>
        <source>16 with U-Net S5-D16</source>
        <translation>U-Net S5-D16 只能为 16</translation>
    </message>
    <message>
        <source>only with a ResNet backbone</source>
        <translation>仅用于 ResNet 骨干</translation>
    </message>
    <message>
        <source>three dilations from 1 to 32</source>
        <translation>三个 1 到 32 的膨胀率</translation>
    </message>
    <message>
        <source>only with ResNet-50, ResNet-101 or ResNet-152</source>
        <translation>仅用于 ResNet-50、ResNet-101 或 ResNet-152</translation>
    </message>
    <message>
        <source>The model "%1" is not known.</source>
        <translation>未知的模型“%1”。</translation>
    </message>
    <message>
        <source>%1 has no implementation "%2".</source>
        <translation>%1 没有“%2”实现。</translation>
    </message>
    <message>
        <source>%1 of %2 has no backbone "%3".</source>
        <translation>%2 的 %1 没有骨干“%3”。</translation>
    </message>
    <message>
        <source>no backbone: the model is its own</source>
        <translation>无骨干：该模型自成一体</translation>
    </message>
    <message>
        <source>A crop of %1 x %2 does not pass through the network (%3).</source>
        <translation>%1 × %2 的裁剪无法通过该网络（%3）。</translation>
    </message>
    <message>
        <source>a larger crop</source>
        <translation>更大的裁剪</translation>
    </message>
    <message>
        <source>The sizes of this workload exceed 64 bits.</source>
        <translation>该任务的规模超过 64 位。</translation>
    </message>
    <message>
        <source>a smaller crop or batch</source>
        <translation>更小的裁剪或批大小</translation>
    </message>
    <message>
        <source>there is no knowledge file (*.json) in this folder</source>
        <translation>该文件夹中没有知识文件（*.json）</translation>
    </message>
    <message>
        <source>there is no such field</source>
        <translation>没有这个字段</translation>
    </message>
    <message>
        <source>change of "%1"</source>
        <translation>更改“%1”</translation>
    </message>
    <message>
        <source>reset of "%1"</source>
        <translation>重置“%1”</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>use of today's prices</source>
        <translation>改用今天的价格</translation>
    </message>
    <message>
        <source>the file cannot be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>the file cannot be written: %1</source>
        <translation>无法写入文件：%1</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>cannot read the file: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>The evaluation stopped: %1</source>
        <translation>评估中止：%1</translation>
    </message>
    <message>
        <source>Training reads %1 MB/s, but %2 reads at most %3 MB/s from all its disks.</source>
        <translation>训练需读取 %1 MB/s，但 %2 的所有云盘合计最多 %3 MB/s。</translation>
    </message>
    <message>
        <source>The budget is in %1, but prices known in these regions are not; those are not compared, for amounts are never converted.</source>
        <translation>预算以 %1 计，但这些地域的部分已知价格不是该货币；金额不做换算，因此不与预算比较。</translation>
    </message>
    <message>
        <source>Host memory: processes, loader workers, their queues, pinned batches</source>
        <translation>主机内存：训练进程、加载进程及其队列、锁页批次</translation>
    </message>
    <message>
        <source>With %1 more the whole data set would stay in the page cache.</source>
        <translation>再有 %1，整个数据集即可留在页缓存中。</translation>
    </message>
    <message>
        <source>The size of the data set is not known: nothing can be said of the page cache.</source>
        <translation>数据集大小未知：无法判断页缓存。</translation>
    </message>
    <message>
        <source>Cheapest type that may meet the deadline: none meets it with certainty.</source>
        <translation>可能满足期限的最便宜规格：没有规格能确定满足期限。</translation>
    </message>
    <message>
        <source>the budget is in %1 and was not compared</source>
        <translation>预算以 %1 计，未作比较</translation>
    </message>
    <message>
        <source>the total leaves out what has no known price</source>
        <translation>总费用不含价格未知的部分</translation>
    </message>
    <message>
        <source>Context, fragmentation or range is not known for this card: those parts are missing, so nothing is said to fit.</source>
        <translation>该卡的上下文、碎片或区间未知：缺少这些部分，因此不判定为可容纳。</translation>
    </message>
    <message>
        <source>blocks rounded to 512 bytes, rests too small to split</source>
        <translation>块向上取整到 512 字节，以及小到不再拆分的余量</translation>
    </message>
    <message>
        <source>kept by cuBLAS, one for the forward and one for the backward thread</source>
        <translation>由 cuBLAS 占用，前向与反向线程各一份</translation>
    </message>
    <message>
        <source>segments the allocator holds beyond the peak of its blocks</source>
        <translation>分配器在其块的峰值之外持有的段</translation>
    </message>
    <message>
        <source>The step's allocations and frees are played through the rules of PyTorch's caching allocator. When a card runs out, cached segments are given back first, so the low end of the range leaves most of this out.</source>
        <translation>按 PyTorch 缓存分配器的规则回放一步中的分配与释放。显存用尽时会先归还缓存的段，因此范围的下限不含其中大部分。</translation>
    </message>
    <message>
        <source>GPU memory during validation</source>
        <translation>验证时的显存</translation>
    </message>
    <message>
        <source>Validation height</source>
        <translation>验证图高度</translation>
    </message>
    <message>
        <source>Validation width</source>
        <translation>验证图宽度</translation>
    </message>
    <message>
        <source>peak of the network without autograd</source>
        <translation>不带自动求导的网络前向峰值</translation>
    </message>
    <message>
        <source>one copy of all classes' scores at full resolution</source>
        <translation>一份全分辨率的全类别得分</translation>
    </message>
    <message>
        <source>largest sum of what is alive at once</source>
        <translation>同时存活量之和的最大值</translation>
    </message>
    <message>
        <source>Sliding window: the network sees one window at a time; the scores of the whole image are summed on the card.</source>
        <translation>滑动窗口：网络每次只看一个窗口，整图的得分在卡上累加。</translation>
    </message>
    <message>
        <source>Whole images, one at a time, in FP32, without autograd.</source>
        <translation>逐张整图，FP32，不带自动求导。</translation>
    </message>
    <message>
        <source>Validate by sliding window</source>
        <translation>改用滑动窗口验证</translation>
    </message>
    <message>
        <source>2 or more</source>
        <translation>2 或更多</translation>
    </message>
    <message>
        <source>Mixed precision (BF16)</source>
        <translation>混合精度（BF16）</translation>
    </message>
    <message>
        <source>Mixed precision (FP16)</source>
        <translation>混合精度（FP16）</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>Mixed precision and checkpointing</source>
        <translation>混合精度加重计算</translation>
    </message>
    <message>
        <source>Batch %1 x %2 accumulation</source>
        <translation>批大小 %1 x %2 次累积</translation>
    </message>
    <message>
        <source>Crop of %1 x %2</source>
        <translation>裁剪 %1 x %2</translation>
    </message>
    <message>
        <source>Gradients freed between steps</source>
        <translation>步间释放梯度</translation>
    </message>
    <message>
        <source>A smaller crop shows the network less context: accuracy may suffer, and an epoch covers fewer pixels.</source>
        <translation>裁剪变小，网络看到的上下文变少：精度可能下降，一轮覆盖的像素也更少。</translation>
    </message>
    <message>
        <source>A frozen backbone does not learn from the data: accuracy mostly suffers.</source>
        <translation>冻结的骨干网络不从数据中学习：精度多半下降。</translation>
    </message>
    <message>
        <source>Batch normalisation sees half as many images at once; gradients stay between micro-batches.</source>
        <translation>批归一化每次只看到一半的图像；梯度在小批之间保留。</translation>
    </message>
    <message>
        <source>Mixed precision keeps FP32 master weights; results are mostly equal. FP16 needs loss scaling.</source>
        <translation>混合精度保留 FP32 主权重，结果多半相同；FP16 需要损失缩放。</translation>
    </message>
    <message>
        <source>The result of training is the same.</source>
        <translation>训练结果不变。</translation>
    </message>
    <message>
        <source>the same with this change</source>
        <translation>改动后的同一数值</translation>
    </message>
    <message>
        <source>one optimizer step before</source>
        <translation>改动前的一个优化步</translation>
    </message>
    <message>
        <source>one optimizer step with this change</source>
        <translation>改动后的一个优化步</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>How the network is validated between training steps, one image at a time. The full-resolution scores of a large image can take more memory than training; a sliding window bounds the network's share.</source>
        <translation>训练步之间如何验证网络，一次一张图。大图的全分辨率得分可能比训练更占显存；滑动窗口可限制网络的份额。</translation>
    </message>
    <message>
        <source>Whole image</source>
        <translation>整图</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>滑动窗口</translation>
    </message>
    <message>
        <source>No validation</source>
        <translation>不验证</translation>
    </message>
    <message>
        <source>Height of a validation image as it enters the network.</source>
        <translation>进入网络的验证图高度。</translation>
    </message>
    <message>
        <source>Width of a validation image as it enters the network.</source>
        <translation>进入网络的验证图宽度。</translation>
    </message>
    <message>
        <source>validation is tight: %1 to %2 of %3</source>
        <translation>验证偏紧：%1 至 %2，共 %3</translation>
    </message>
    <message>
        <source>validation of a %1 x %2 image needs %3, %4 gives %5</source>
        <translation>验证一张 %1 x %2 的图需要 %3，%4 可用 %5</translation>
    </message>
    <message>
        <source>With one image per GPU the pooled branch of this network gives batch norm a single value per channel, and PyTorch refuses to train it: %1.</source>
        <translation>每卡一张图时，该网络的池化分支只给批归一化每通道一个值，PyTorch 拒绝训练：%1。</translation>
    </message>
    <message>
        <source>buffers of NCCL, outside PyTorch's allocator</source>
        <translation>NCCL 的缓冲区，在 PyTorch 分配器之外</translation>
    </message>
    <message>
        <source>cuDNN benchmark</source>
        <translation>cuDNN 基准测试</translation>
    </message>
    <message>
        <source>torch.backends.cudnn.benchmark tries every algorithm in the first steps. The fastest ones of PyTorch 1.13 and earlier take more workspace; the trials fill free memory for a moment and give it back.</source>
        <translation>torch.backends.cudnn.benchmark 在最初几步试遍各种算法。PyTorch 1.13 及以前选出的最快算法占用更多工作区；试跑会短暂占满空闲显存，随后归还。</translation>
    </message>
    <message>
        <source>Channels-last keeps the same bytes for backward; its kernels and those of TF32 mostly ask for less workspace.</source>
        <translation>channels-last 为反向保留的字节相同；其内核与 TF32 内核多半申请更少的工作区。</translation>
    </message>
    <message>
        <source>Segments per image</source>
        <translation>每图分割块数</translation>
    </message>
    <message>
        <source>Ground-truth segments in a crop, which the loss matches with queries: classes present in semantic, objects in panoptic segmentation. As usual: 10. Each takes several full-resolution masks.</source>
        <translation>裁剪内的真值分割块数，损失把它们与查询匹配：语义分割为出现的类别数，全景分割为目标数。默认 10。每块占用数份全分辨率掩码。</translation>
    </message>
    <message>
        <source>95 % of published figures lie above this share of ours</source>
        <translation>95 % 的公开实测值高于我们估算的这一比例</translation>
    </message>
    <message>
        <source>and 95 % below this share</source>
        <translation>且 95 % 低于这一比例</translation>
    </message>
    <message>
        <source>Validating a whole image of %1 x %2 needs %3 on %4, training %5: it may run out of memory where training does not.</source>
        <translation>在 %4 上验证一张 %1 x %2 的整图需要 %3，训练需要 %5：训练放得下时，验证仍可能显存不足。</translation>
    </message>
    <message>
        <source>The network cannot be validated like this: it does not take images of this size, or the size is not known.</source>
        <translation>无法这样验证：网络不接受该尺寸的图像，或尺寸未知。</translation>
    </message>
    <message>
        <source>another size or mode, or none</source>
        <translation>其他尺寸或方式，或不验证</translation>
    </message>
    <message>
        <source>a multiple of %1, such as %2 or %3</source>
        <translation>%1 的倍数，例如 %2 或 %3</translation>
    </message>
    <message>
        <source>BEiT of transformers takes square crops only, not %1 x %2.</source>
        <translation>transformers 的 BEiT 只接受正方形裁剪，不接受 %1 x %2。</translation>
    </message>
    <message>
        <source>the same height and width</source>
        <translation>高与宽相同</translation>
    </message>
    <message>
        <source>Median of the spot prices at the last refresh; they went from %1 to %2. A price limit above the highest keeps the machine from being outbid; it can still be taken back for want of stock.</source>
        <translation>上次刷新时抢占式价格的中位数；价格在 %1 到 %2 之间。出价上限高于最高价可避免因价格被回收，但库存不足时仍可能被回收。</translation>
    </message>
    <message>
        <source>The hourly price less the average spot discount of the last refresh.</source>
        <translation>按量付费的小时价减去上次刷新得到的抢占式平均折扣。</translation>
    </message>
    <message>
        <source>The spot price is your assumption, a share of the hourly price; nobody quoted it.</source>
        <translation>抢占式价格是你的假设（列表价的一个比例），并非报价。</translation>
    </message>
    <message>
        <source>time in which the instance is paid for</source>
        <translation>实例计费的时间</translation>
    </message>
    <message>
        <source>Billed by the second.</source>
        <translation>按秒计费。</translation>
    </message>
    <message>
        <source>How often the machine is taken back is not known: the middle holds without interruptions.</source>
        <translation>该实例多久被回收一次未知：中间值按没有中断计算。</translation>
    </message>
    <message>
        <source>A savings plan took %1 off on one type; the same here would leave %2. It commits to hours for a year and is not counted.</source>
        <translation>某一规格的节省计划曾便宜 %1；若此处相同，则剩 %2。它要求承诺一年的用量，因此未计入。</translation>
    </message>
    <message>
        <source>Paid for the whole period: waiting costs nothing more, and what is left over can be used.</source>
        <translation>整个周期已付费：等待不再额外花钱，剩余时间仍可使用。</translation>
    </message>
    <message>
        <source>%1 of %2 GiB: the price of %3 in %4 is known in another currency than %5 only, so it is not in the total.</source>
        <translation>%1（%2 GiB）：%3 在 %4 的价格只有 %5 以外的币种，因此未计入总额。</translation>
    </message>
    <message>
        <source>time in which the machine exists</source>
        <translation>机器存在的时间</translation>
    </message>
    <message>
        <source>Shared storage</source>
        <translation>共享存储</translation>
    </message>
    <message>
        <source>Shared storage: NAS or OSS that holds the data</source>
        <translation>共享存储：存放数据的 NAS 或 OSS</translation>
    </message>
    <message>
        <source>months, by the hour</source>
        <translation>月数，按小时计</translation>
    </message>
    <message>
        <source>Requests are not counted; reading within the region is free of traffic charges.</source>
        <translation>请求次数未计费；地域内读取不产生流量费。</translation>
    </message>
    <message>
        <source>%1 GB of traffic out: the price in %2 is not known in %3, so it is not in the total.</source>
        <translation>流出流量 %1 GB：%2 的 %3 价格未知，因此未计入总额。</translation>
    </message>
    <message>
        <source>Traffic out to the internet</source>
        <translation>流向公网的流量</translation>
    </message>
    <message>
        <source>GB sent out, all runs</source>
        <translation>流出的 GB 数，所有运行合计</translation>
    </message>
    <message>
        <source>price per GB</source>
        <translation>每 GB 价格</translation>
    </message>
    <message>
        <source>Traffic into the cloud is free. A free monthly allowance is not taken off.</source>
        <translation>流入云端的流量免费。每月的免费额度未扣除。</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Copying the data</source>
        <translation>拷贝数据</translation>
    </message>
    <message>
        <source>First iterations</source>
        <translation>最初几次迭代</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Spot interruptions</source>
        <translation>抢占式中断</translation>
    </message>
    <message>
        <source>Waiting for people</source>
        <translation>等人</translation>
    </message>
    <message>
        <source>Start-up of the machine: boot, driver, environment</source>
        <translation>机器启动：开机、驱动、环境</translation>
    </message>
    <message>
        <source>First start</source>
        <translation>首次启动</translation>
    </message>
    <message>
        <source>Starts: one per run, because the machine is given back or stopped in between</source>
        <translation>启动次数：每次运行一次，因为机器在其间被释放或停机</translation>
    </message>
    <message>
        <source>Each later start</source>
        <translation>之后每次启动</translation>
    </message>
    <message>
        <source>First iterations of each run: loading libraries, starting workers, choosing algorithms</source>
        <translation>每次运行的最初几次迭代：加载库、启动工作进程、选择算法</translation>
    </message>
    <message>
        <source>Per run</source>
        <translation>每次运行</translation>
    </message>
    <message>
        <source>Time in which the machine waits for people</source>
        <translation>机器等人的时间</translation>
    </message>
    <message>
        <source>Copying the data set from OSS or NAS to the data disk</source>
        <translation>把数据集从 OSS 或 NAS 拷贝到数据盘</translation>
    </message>
    <message>
        <source>Speed: the least of network, disk and what copying tools reach</source>
        <translation>速度：网络、磁盘和拷贝工具所能达到的最小值</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝次数</translation>
    </message>
    <message>
        <source>The high end counts the slowest copy and unpacking an archive on the same disk.</source>
        <translation>上限按最慢的拷贝计算，并包括在同一磁盘上解压归档。</translation>
    </message>
    <message>
        <source>Training steps of all runs</source>
        <translation>所有运行的训练迭代</translation>
    </message>
    <message>
        <source>Validation runs: the whole validation set, forward only</source>
        <translation>验证：整个验证集，只做前向</translation>
    </message>
    <message>
        <source>Validation images per GPU</source>
        <translation>每张 GPU 的验证图像数</translation>
    </message>
    <message>
        <source>Validations per run</source>
        <translation>每次运行的验证次数</translation>
    </message>
    <message>
        <source>One image, set by reading and decoding</source>
        <translation>一张图像，由读取与解码决定</translation>
    </message>
    <message>
        <source>One image on the GPU</source>
        <translation>一张图像在 GPU 上的时间</translation>
    </message>
    <message>
        <source>Metric and copies on top</source>
        <translation>另加指标计算与拷贝</translation>
    </message>
    <message>
        <source>Validated one image at a time on each GPU, and once more after the last iteration.</source>
        <translation>每张 GPU 一次验证一张图像，最后一次迭代之后再验证一次。</translation>
    </message>
    <message>
        <source>Writing checkpoints</source>
        <translation>写检查点</translation>
    </message>
    <message>
        <source>Checkpoints per run</source>
        <translation>每次运行的检查点数</translation>
    </message>
    <message>
        <source>Writing one</source>
        <translation>写一个检查点</translation>
    </message>
    <message>
        <source>One checkpoint is %1: parameters and optimizer states in FP32; one every %2 of training.</source>
        <translation>一个检查点为 %1：FP32 的参数与优化器状态；每训练 %2 写一个。</translation>
    </message>
    <message>
        <source>How often a spot machine is taken back, per day of running</source>
        <translation>抢占式实例每运行一天被回收的次数</translation>
    </message>
    <message>
        <source>Your expectation</source>
        <translation>你的预期</translation>
    </message>
    <message>
        <source>Share of instances taken back in the last 30 days, middle of the range</source>
        <translation>过去 30 天被回收的实例比例，取区间中点</translation>
    </message>
    <message>
        <source>Hours of running that the share is taken to refer to</source>
        <translation>该比例所对应的运行小时数</translation>
    </message>
    <message>
        <source>Nobody said how often machines of this type are taken back. The figures hold without any interruption; the high end holds for %1 a day.</source>
        <translation>没有人给出该规格多久被回收一次。数值按没有任何中断计算；上限按每天 %1 次计算。</translation>
    </message>
    <message>
        <source>Counted outside of the protected hour: a constant rate, the same at every time of day.</source>
        <translation>在保护期之外计算：速率恒定，不分时段。</translation>
    </message>
    <message>
        <source>Best time between two checkpoints</source>
        <translation>两个检查点之间的最佳间隔</translation>
    </message>
    <message>
        <source>Mean running time between interruptions, after the protected hour</source>
        <translation>保护期之后两次中断之间的平均运行时间</translation>
    </message>
    <message>
        <source>Young's first-order estimate: %1.</source>
        <translation>Young 的一阶估计：%1。</translation>
    </message>
    <message>
        <source>The plan writes one every %1.</source>
        <translation>方案规定每 %1 写一个。</translation>
    </message>
    <message>
        <source>Spot interruptions: work done twice, restarts and waiting for stock</source>
        <translation>抢占式中断：重做的工作、重新启动与等待库存</translation>
    </message>
    <message>
        <source>Expected interruptions</source>
        <translation>预期中断次数</translation>
    </message>
    <message>
        <source>Work since the last checkpoint, done again</source>
        <translation>上一个检查点之后需要重做的工作</translation>
    </message>
    <message>
        <source>Boot, first iterations and reading the checkpoint</source>
        <translation>开机、最初几次迭代与读取检查点</translation>
    </message>
    <message>
        <source>Waiting for a machine, not billed</source>
        <translation>等待机器，不计费</translation>
    </message>
    <message>
        <source>No taking back within the first %1 of each machine.</source>
        <translation>每台机器最初的 %1 内不会被回收。</translation>
    </message>
    <message>
        <source>At this rate hardly any machine lives from one checkpoint to the next: the job practically never ends.</source>
        <translation>按此速率，几乎没有机器能从一个检查点撑到下一个：任务实际上无法完成。</translation>
    </message>
    <message>
        <source>Writing a checkpoint takes longer than the notice before a machine is taken back.</source>
        <translation>写一个检查点的时间比回收前的通知时间还长。</translation>
    </message>
    <message>
        <source>A script that watches the notice and writes a checkpoint in time saves %1 on average.</source>
        <translation>监视回收通知并及时写检查点的脚本平均可节省 %1。</translation>
    </message>
    <message>
        <source>Waiting for people or for stock without a machine</source>
        <translation>没有机器时等人或等库存</translation>
    </message>
    <message>
        <source>Time in which the instance is paid for</source>
        <translation>实例计费的时间</translation>
    </message>
    <message>
        <source>Time in which a machine and its system disk exist</source>
        <translation>机器及其系统盘存在的时间</translation>
    </message>
    <message>
        <source>How many validation images there are is not known: validation is not counted.</source>
        <translation>验证图像的数量未知：验证未计入。</translation>
    </message>
    <message>
        <source>The size of the validation images is not known: validation is not counted.</source>
        <translation>验证图像的尺寸未知：验证未计入。</translation>
    </message>
    <message>
        <source>The size of the data set is not known: copying it is not counted.</source>
        <translation>数据集的大小未知：拷贝未计入。</translation>
    </message>
    <message>
        <source>The speed of the data copy is not known: it is not counted.</source>
        <translation>数据拷贝的速度未知：未计入。</translation>
    </message>
    <message>
        <source>The speed of the disk is not known: checkpoints are reckoned without it.</source>
        <translation>磁盘速度未知：检查点按不受磁盘限制计算。</translation>
    </message>
    <message>
        <source>Start-up is not counted: no belief about it.</source>
        <translation>启动未计入：没有可用的估计。</translation>
    </message>
    <message>
        <source>The first iterations are counted like any other.</source>
        <translation>最初几次迭代与其他迭代同样计算。</translation>
    </message>
    <message>
        <source>How often spot machines are taken back is not known: the figure holds without interruptions.</source>
        <translation>抢占式实例多久被回收一次未知：数值按没有中断计算。</translation>
    </message>
    <message>
        <source>Machines with local disks cannot be stopped in economical mode: waiting costs like running.</source>
        <translation>带本地盘的机器不能用节省停机模式：等待与运行同价。</translation>
    </message>
    <message>
        <source>Spot machines are not stopped in economical mode here: waiting costs like running.</source>
        <translation>此处抢占式机器不以节省停机模式停机：等待与运行同价。</translation>
    </message>
    <message>
        <source>Done within %1 with a probability of %2.</source>
        <translation>以 %2 的概率在 %1 内完成。</translation>
    </message>
    <message>
        <source>Gradient all-reduce that backward does not hide</source>
        <translation>反向传播未能掩盖的梯度 all-reduce</translation>
    </message>
    <message>
        <source>buckets of DistributedDataParallel</source>
        <translation>DistributedDataParallel 的桶</translation>
    </message>
    <message>
        <source>bus bandwidth of the slowest link of the ring</source>
        <translation>环上最慢链路的总线带宽</translation>
    </message>
    <message>
        <source>PCIe through host memory, as NCCL reaches it</source>
        <translation>经主机内存的 PCIe，NCCL 实际达到的值</translation>
    </message>
    <message>
        <source>gradients become ready evenly over backward; micro-steps before the last one do not reduce (no_sync)</source>
        <translation>梯度在反向传播中均匀就绪；最后一个微步之前的微步不做归约（no_sync）</translation>
    </message>
    <message>
        <source>one layer, forward and backward: launching and stopping for the counts</source>
        <translation>一层的前向与反向：启动并等待计数</translation>
    </message>
    <message>
        <source>waiting for the slowest card, per unit of the expected maximum</source>
        <translation>等待最慢的卡，按期望最大值的单位</translation>
    </message>
    <message>
        <source>expected maximum of n standard normal draws</source>
        <translation>n 个标准正态样本的期望最大值</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Several cards: all-reduce, synchronised batch norm, the slowest card</source>
        <translation>多卡：all-reduce、同步 BN、最慢的卡</translation>
    </message>
    <message>
        <source>all-reduce beyond backward</source>
        <translation>超出反向传播的 all-reduce</translation>
    </message>
    <message>
        <source>gradients into buckets and back</source>
        <translation>梯度装入桶与取回</translation>
    </message>
    <message>
        <source>synchronised batch norm</source>
        <translation>同步批归一化</translation>
    </message>
    <message>
        <source>synchronised batch norm: not used</source>
        <translation>同步批归一化：未使用</translation>
    </message>
    <message>
        <source>waiting for the slowest card</source>
        <translation>等待最慢的卡</translation>
    </message>
    <message>
        <source>spread of the cards' steps</source>
        <translation>各卡迭代时间的离散程度</translation>
    </message>
    <message>
        <source>jitter of the host, once per step</source>
        <translation>主机抖动，每次迭代一次</translation>
    </message>
    <message>
        <source>forward and backward of all micro-steps</source>
        <translation>所有微步的前向与反向</translation>
    </message>
    <message>
        <source>DistributedDataParallel without find_unused_parameters</source>
        <translation>不带 find_unused_parameters 的 DistributedDataParallel</translation>
    </message>
    <message>
        <source>reading and decoding the image and its label</source>
        <translation>读取并解码图像及其标签</translation>
    </message>
    <message>
        <source>augmenting: done on the card</source>
        <translation>数据增强：在 GPU 上完成</translation>
    </message>
    <message>
        <source>resizing the image, augmenting and normalising the crop</source>
        <translation>缩放图像，增强并归一化裁剪块</translation>
    </message>
    <message>
        <source>collating into a batch</source>
        <translation>拼成批次</translation>
    </message>
    <message>
        <source>a vCPU is one hyperthread, half a physical core</source>
        <translation>一个 vCPU 是一个超线程，即半个物理核</translation>
    </message>
    <message>
        <source>Decoding and augmenting per iteration and node</source>
        <translation>每次迭代每个节点的解码与增强</translation>
    </message>
    <message>
        <source>vCPUs that decode: those of the instance less one per training process, or the workers asked for</source>
        <translation>负责解码的 vCPU：实例的 vCPU 减去每个训练进程一个，或所指定的工作进程数</translation>
    </message>
    <message>
        <source>spread of the processes' loaders: all wait for the slowest</source>
        <translation>各进程加载器的离散程度：所有进程都等最慢的</translation>
    </message>
    <message>
        <source>Handing the batches to the training process</source>
        <translation>把批次交给训练进程</translation>
    </message>
    <message>
        <source>one image as an fp32 tensor with its int64 labels</source>
        <translation>一张图像（fp32 张量及 int64 标签）</translation>
    </message>
    <message>
        <source>one image from the queue to the training process</source>
        <translation>一张图像从队列到训练进程</translation>
    </message>
    <message>
        <source>growth per further process of the node</source>
        <translation>节点上每多一个进程的增长</translation>
    </message>
    <message>
        <source>Reading from storage per iteration and node</source>
        <translation>每次迭代每个节点从存储读取</translation>
    </message>
    <message>
        <source>stored bytes per image with its label</source>
        <translation>每张图像及其标签的存储字节数</translation>
    </message>
    <message>
        <source>reading speed of the storage at this node</source>
        <translation>该节点上存储的读取速度</translation>
    </message>
    <message>
        <source>reads of at most 256 KiB per image</source>
        <translation>每张图像不超过 256 KiB 的读操作数</translation>
    </message>
    <message>
        <source>reads per second</source>
        <translation>每秒读操作数</translation>
    </message>
    <message>
        <source>latency of one file; a worker waits for each</source>
        <translation>单个文件的延迟；每个工作进程都要等</translation>
    </message>
    <message>
        <source>share of the data set in the page cache</source>
        <translation>数据集留在页缓存中的比例</translation>
    </message>
    <message>
        <source>first epoch, before anything is cached: %1 per iteration</source>
        <translation>第一个 epoch、尚无缓存时：每次迭代 %1</translation>
    </message>
    <message>
        <source>decoding and augmenting</source>
        <translation>解码与增强</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>reading: all images in the page cache, or the storage is not known</source>
        <translation>读取：所有图像都在页缓存中，或存储方式未知</translation>
    </message>
    <message>
        <source>%1 has no BF16 arithmetic: it needs Ampere or later; FP16 with loss scaling runs on it</source>
        <translation>%1 没有 BF16 运算：需要 Ampere 或更新的架构；可改用带损失缩放的 FP16</translation>
    </message>
    <message>
        <source>%1 has no TF32 arithmetic: it needs Ampere or later; FP32 or FP16 runs on it</source>
        <translation>%1 没有 TF32 运算：需要 Ampere 或更新的架构；可改用 FP32 或 FP16</translation>
    </message>
    <message>
        <source>no arithmetic rate of %1 is known, so its time cannot be told</source>
        <translation>%1 的运算速率未知，无法给出时间</translation>
    </message>
    <message>
        <source>no memory bandwidth of %1 is known, so its time cannot be told</source>
        <translation>%1 的显存带宽未知，无法给出时间</translation>
    </message>
    <message>
        <source>the calibration has no complete set of efficiencies for %1</source>
        <translation>标定数据中没有 %1 的完整效率</translation>
    </message>
    <message>
        <source>Dense convolutions</source>
        <translation>稠密卷积</translation>
    </message>
    <message>
        <source>Depthwise and grouped convolutions</source>
        <translation>深度可分离与分组卷积</translation>
    </message>
    <message>
        <source>Linear layers</source>
        <translation>线性层</translation>
    </message>
    <message>
        <source>Attention products</source>
        <translation>注意力乘积</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Elementwise operations</source>
        <translation>逐元素操作</translation>
    </message>
    <message>
        <source>Softmax, losses, reductions</source>
        <translation>Softmax、损失、归约</translation>
    </message>
    <message>
        <source>Copies, casts and changes of layout</source>
        <translation>拷贝、类型转换与布局变换</translation>
    </message>
    <message>
        <source>Resampling, pooling, indexing</source>
        <translation>重采样、池化、索引</translation>
    </message>
    <message>
        <source>channels are padded to whole tiles of 32; 16-bit tensor cores need channels in multiples of 8</source>
        <translation>通道数按 32 补齐为整块；16 位 Tensor Core 要求通道数为 8 的倍数</translation>
    </message>
    <message>
        <source>copies and casts, relative to streaming</source>
        <translation>拷贝与类型转换，相对于流式访问</translation>
    </message>
    <message>
        <source>softmax, losses and reductions, relative to streaming</source>
        <translation>softmax、损失与归约，相对于流式访问</translation>
    </message>
    <message>
        <source>cache of the card</source>
        <translation>显卡的缓存</translation>
    </message>
    <message>
        <source>share of the traffic that the cache saves when a kernel's tensors fit</source>
        <translation>张量能放入缓存时缓存节省的流量比例</translation>
    </message>
    <message>
        <source>of it, for a kernel of the backward phase</source>
        <translation>其中反向阶段的内核</translation>
    </message>
    <message>
        <source>matchings on the CPU, one per image and decoder output</source>
        <translation>在 CPU 上的匹配，每张图像每个解码器输出一次</translation>
    </message>
    <message>
        <source>host time of a matching</source>
        <translation>一次匹配的主机时间</translation>
    </message>
    <message>
        <source>Half width of the 90 % range of the card's time</source>
        <translation>显卡时间 90 % 区间的半宽</translation>
    </message>
    <message>
        <source>from the errors on runs that were left out of the fit, wider on cards nobody measured</source>
        <translation>来自拟合时留出的运行的误差，无人测过的卡更宽</translation>
    </message>
    <message>
        <source>share of the step that the host's launches decide</source>
        <translation>由主机启动决定的迭代时间比例</translation>
    </message>
    <message>
        <source>spread of the speed of hosts</source>
        <translation>各主机速度的离散程度</translation>
    </message>
    <message>
        <source>handing over the batches, and DALI's work on the card</source>
        <translation>交付批次，以及 DALI 在显卡上的工作</translation>
    </message>
    <message>
        <source>handing over the batches</source>
        <translation>交付批次</translation>
    </message>
    <message>
        <source>how sharply the slower of both decides</source>
        <translation>两者中较慢者起决定作用的锐度</translation>
    </message>
    <message>
        <source>half width of the 90 % range of the card's time</source>
        <translation>显卡时间 90 % 区间的半宽</translation>
    </message>
    <message>
        <source>The catalogue has no type with this GPU that could be asked.</source>
        <translation>目录中没有可供参考的、使用该 GPU 的规格。</translation>
    </message>
    <message>
        <source>%1 with %2 would take %3 and cost %4, but it %5.</source>
        <translation>%1（%2）需要 %3，花费 %4，但%5。</translation>
    </message>
    <message>
        <source>%1 with %2 cannot be taken: %3.</source>
        <translation>%1（%2）不可选：%3。</translation>
    </message>
    <message>
        <source>The computed answer is the same: %1, %2 and %3.</source>
        <translation>计算结果与之相同：%1，%2，%3。</translation>
    </message>
    <message>
        <source>%1 with %2 takes %3 and costs %4: %5 than the computed answer.</source>
        <translation>%1（%2）需要 %3，花费 %4：比计算结果%5。</translation>
    </message>
    <message>
        <source>The lowest, median and highest price are not in this order.</source>
        <translation>最低价、中位价与最高价的顺序不对。</translation>
    </message>
    <message>
        <source>The low end of a range is above its high end.</source>
        <translation>区间的下限高于上限。</translation>
    </message>
    <message>
        <source>The entry names no price.</source>
        <translation>该条目没有价格。</translation>
    </message>
    <message>
        <source>price_per_gib_month, price_per_gib_hour or price_per_gb</source>
        <translation>price_per_gib_month、price_per_gib_hour 或 price_per_gb</translation>
    </message>
    <message>
        <source>gpus.json, instance_types.json, prices.json, storage.json, regions.json, datasets.json, calibration*.json, measurements.json, corrections.json, sources.json, spot.json, stock.json, storage_prices.json</source>
        <translation>gpus.json、instance_types.json、prices.json、storage.json、regions.json、datasets.json、calibration*.json、measurements.json、corrections.json、sources.json、spot.json、stock.json、storage_prices.json</translation>
    </message>
    <message>
        <source>The disk or store “%1” is not known.</source>
        <translation>云盘或存储“%1”未知。</translation>
    </message>
    <message>
        <source>TIFF, not compressed</source>
        <translation>TIFF，未压缩</translation>
    </message>
    <message>
        <source>Image format</source>
        <translation>图像格式</translation>
    </message>
    <message>
        <source>How the training images are stored: decoding is most of the loader's work.</source>
        <translation>训练图像的存储格式：解码占加载器工作的大部分。</translation>
    </message>
    <message>
        <source>as the data set has it</source>
        <translation>与数据集一致</translation>
    </message>
    <message>
        <source>NVIDIA DALI, on the GPU</source>
        <translation>NVIDIA DALI，在 GPU 上</translation>
    </message>
    <message>
        <source>Decoding with</source>
        <translation>解码方式</translation>
    </message>
    <message>
        <source>The library that decodes and augments. DALI does it on the GPU and spares vCPUs.</source>
        <translation>负责解码与增强的库。DALI 在 GPU 上完成，节省 vCPU。</translation>
    </message>
    <message>
        <source>NAS</source>
        <translation>NAS</translation>
    </message>
    <message>
        <source>OSS through ossfs</source>
        <translation>通过 ossfs 访问 OSS</translation>
    </message>
    <message>
        <source>OSS, cached on the data disk</source>
        <translation>OSS，缓存在数据盘</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Data read from</source>
        <translation>数据读取自</translation>
    </message>
    <message>
        <source>Where the images lie while the training runs.</source>
        <translation>训练期间图像所在的位置。</translation>
    </message>
    <message>
        <source>Loader workers per GPU</source>
        <translation>每张 GPU 的加载进程</translation>
    </message>
    <message>
        <source>DataLoader processes per GPU. With 0 the training process loads the images itself.</source>
        <translation>每张 GPU 的 DataLoader 进程数。为 0 时由训练进程自己加载图像。</translation>
    </message>
    <message>
        <source>as many as the vCPUs allow</source>
        <translation>vCPU 允许的最大值</translation>
    </message>
    <message>
        <source>Validation every</source>
        <translation>验证间隔</translation>
    </message>
    <message>
        <source>Iterations between two validation runs; 0 means none.</source>
        <translation>两次验证之间的迭代数；0 表示不验证。</translation>
    </message>
    <message>
        <source>ten times per run</source>
        <translation>每次运行十次</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Time between two checkpoints: what a taken-back spot machine loses at most.</source>
        <translation>两个检查点之间的时间：抢占式实例被回收时最多损失这么多。</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation>最佳间隔</translation>
    </message>
    <message>
        <source>From the order to the start of the data copy: boot, driver, environment.</source>
        <translation>从下单到开始拷贝数据：开机、驱动、环境。</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Hours per run in which the machine waits for people, before or after the training.</source>
        <translation>每次运行中机器在训练前后等人的小时数。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Stop in economical mode</source>
        <translation>节省停机模式</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>保持运行</translation>
    </message>
    <message>
        <source>While idle</source>
        <translation>空闲时</translation>
    </message>
    <message>
        <source>What is done with the machine while it waits. In economical mode only its disks cost; spot machines and local-disk families cannot.</source>
        <translation>机器等待时的处理方式。节省停机模式下只有云盘收费；抢占式实例和带本地盘的规格族不支持。</translation>
    </message>
    <message>
        <source>Traffic out</source>
        <translation>流出流量</translation>
    </message>
    <message>
        <source>What is downloaded to your own computer over the internet, all runs. Traffic into the cloud is free.</source>
        <translation>通过公网下载到自己电脑的数据量，所有运行合计。流入云端的流量免费。</translation>
    </message>
    <message>
        <source>Spot: taken back per day</source>
        <translation>抢占式：每天被回收</translation>
    </message>
    <message>
        <source>How often a spot machine is expected to be taken back per day of running.</source>
        <translation>抢占式实例每运行一天预期被回收的次数。</translation>
    </message>
    <message>
        <source>as the last refresh says</source>
        <translation>按上次刷新</translation>
    </message>
    <message>
        <source>Spot: share of the list price</source>
        <translation>抢占式：占列表价的比例</translation>
    </message>
    <message>
        <source>The spot price you expect as a share of the hourly price. Without it only quoted spot prices count.</source>
        <translation>你预期的抢占式价格占小时价的比例。不填则只采用有报价的抢占式价格。</translation>
    </message>
    <message>
        <source>quoted prices only</source>
        <translation>只用报价</translation>
    </message>
    <message>
        <source>Cheapest in time</source>
        <translation>满足时限中最便宜</translation>
    </message>
    <message>
        <source>Fastest within the budget</source>
        <translation>预算内最快</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Aim</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Cheapest that meets the deadline, fastest that the budget allows, or the least product of hours and cost.</source>
        <translation>满足时限中最便宜的、预算内最快的，或时间与费用乘积最小的。</translation>
    </message>
    <message>
        <source>NVLink</source>
        <translation>NVLink</translation>
    </message>
    <message>
        <source>Several GPUs only where NVLink joins them.</source>
        <translation>多 GPU 时只选有 NVLink 互联的规格。</translation>
    </message>
    <message>
        <source>BF16 needed</source>
        <translation>需要 BF16</translation>
    </message>
    <message>
        <source>Only cards that compute in BF16: Ampere or later.</source>
        <translation>只选支持 BF16 运算的卡：Ampere 或更新。</translation>
    </message>
    <message>
        <source>Host memory at least</source>
        <translation>主机内存至少</translation>
    </message>
    <message>
        <source>Memory of the instance that your own code needs, whatever the loader takes.</source>
        <translation>除加载器之外，你自己的代码需要的实例内存。</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>按计算值</translation>
    </message>
    <message>
        <source>Self-service only</source>
        <translation>仅自助购买</translation>
    </message>
    <message>
        <source>Leave out types that are sold by invitation or ticket only.</source>
        <translation>不考虑只能通过邀请或工单购买的规格。</translation>
    </message>
    <message>
        <source>this is no price book: the version of the format is missing</source>
        <translation>这不是价格表：缺少格式版本</translation>
    </message>
    <message>
        <source>the price book has version %1 and was made by a newer program; this one reads up to version %2</source>
        <translation>价格表版本为 %1，由更新的程序生成；本程序最多读到版本 %2</translation>
    </message>
    <message>
        <source>this price stands twice in the book</source>
        <translation>该价格在表中出现两次</translation>
    </message>
    <message>
        <source>a price is above zero</source>
        <translation>价格必须大于零</translation>
    </message>
    <message>
        <source>%1 is too high for a price</source>
        <translation>%1 作为价格过高</translation>
    </message>
    <message>
        <source>the price names no source</source>
        <translation>该价格没有来源</translation>
    </message>
    <message>
        <source>“%1” is not priced by this unit</source>
        <translation>“%1”不按此单位计价</translation>
    </message>
    <message>
        <source>nobody reads the column %1</source>
        <translation>没有程序读取列 %1</translation>
    </message>
    <message>
        <source>the column %1 stands twice</source>
        <translation>列 %1 出现两次</translation>
    </message>
    <message>
        <source>the column %1 is missing</source>
        <translation>缺少列 %1</translation>
    </message>
    <message>
        <source>“%1” is neither true nor false</source>
        <translation>“%1”既非 true 也非 false</translation>
    </message>
    <message>
        <source>true, false or nothing</source>
        <translation>true、false 或留空</translation>
    </message>
    <message>
        <source>the line has %1 cells</source>
        <translation>该行有 %1 个单元格</translation>
    </message>
    <message>
        <source>a price of storage carries no promotion mark</source>
        <translation>存储价格没有促销标记</translation>
    </message>
    <message>
        <source>a quoted cell does not end, or text follows it</source>
        <translation>带引号的单元格没有结束，或其后还有文字</translation>
    </message>
    <message>
        <source>the table is empty</source>
        <translation>表是空的</translation>
    </message>
    <message>
        <source>a web page came instead of the price list</source>
        <translation>收到的是网页而不是价格列表</translation>
    </message>
    <message>
        <source>this is no price list</source>
        <translation>这不是价格列表</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the price list is nested too deep</source>
        <translation>价格列表嵌套过深</translation>
    </message>
    <message>
        <source>the price list is not valid JSON or breaks off near byte %1</source>
        <translation>价格列表不是有效的 JSON，或在第 %1 字节附近中断</translation>
    </message>
    <message>
        <source>the price list holds no prices: its form has changed</source>
        <translation>价格列表中没有价格：其格式已变</translation>
    </message>
    <message>
        <source>the price list is in “%1”</source>
        <translation>价格列表的币种是“%1”</translation>
    </message>
    <message>
        <source>the price list holds no price of a known GPU type</source>
        <translation>价格列表中没有已知 GPU 规格的价格</translation>
    </message>
    <message>
        <source>the loader: %1 for the data of an iteration, %2 on the GPU; it needs %3 vCPU and has %4</source>
        <translation>加载器：一次迭代的数据需要 %1，GPU 需要 %2；需要 %3 个 vCPU，现有 %4 个</translation>
    </message>
    <message>
        <source>arithmetic of the GPU: %1 of the step</source>
        <translation>GPU 的运算：占迭代的 %1</translation>
    </message>
    <message>
        <source>memory bandwidth of the GPU: %1 of the step</source>
        <translation>GPU 的显存带宽：占迭代的 %1</translation>
    </message>
    <message>
        <source>launching kernels: %1 of the step</source>
        <translation>内核启动：占迭代的 %1</translation>
    </message>
    <message>
        <source>exchange between the GPUs: %1 of the step</source>
        <translation>GPU 之间的通信：占迭代的 %1</translation>
    </message>
    <message>
        <source>Cheapest level that holds %1: after the first epoch the data stay in host memory; that epoch reads %2 MB/s (gives %3).</source>
        <translation>能容纳 %1 的最便宜级别：第一个 epoch 之后数据留在主机内存；该 epoch 读取 %2 MB/s（可达 %3）。</translation>
    </message>
    <message>
        <source>Copies of the data set: archive and unpacked</source>
        <translation>数据集的份数：归档与解压后</translation>
    </message>
    <message>
        <source>The first epoch, before anything is cached, reads %1 MB/s.</source>
        <translation>第一个 epoch、尚无缓存时，读取 %1 MB/s。</translation>
    </message>
    <message>
        <source>%1 for %2, in another currency</source>
        <translation>%1，%2，另一种币种</translation>
    </message>
    <message>
        <source>%1; batch %2 x %3 accumulation on %4 GPUs instead of %5 x %6 on %7</source>
        <translation>%1；%4 张 GPU 上批次 %2 × 累积 %3，原为 %7 张上 %5 × %6</translation>
    </message>
    <message>
        <source>Training processes of a node, one per card</source>
        <translation>一个节点的训练进程，每卡一个</translation>
    </message>
    <message>
        <source>Images of one iteration and node, decoded and augmented on one vCPU</source>
        <translation>一次迭代一个节点的图像，在一个 vCPU 上解码并增强</translation>
    </message>
    <message>
        <source>The data set, decoded, in every training process</source>
        <translation>解码后的数据集，每个训练进程一份</translation>
    </message>
    <message>
        <source>Keeping the data set in memory takes %1 in each of %2 processes and the instance has %3 in all: cache it on the data disk instead, or share one copy.</source>
        <translation>把数据集放入内存需要 %2 个进程各 %1，而实例总共只有 %3：请改为缓存在数据盘，或各进程共享一份。</translation>
    </message>
    <message>
        <source>Processes, %1 loader workers and their queues need %2 and the instance has %3: the job would be killed. Take fewer workers or more memory.</source>
        <translation>各进程、%1 个加载进程及其队列需要 %2，而实例只有 %3：任务会被系统杀死。请减少加载进程或选内存更大的规格。</translation>
    </message>
    <message>
        <source>Most runs</source>
        <translation>最多运行次数</translation>
    </message>
    <message>
        <source>Most epochs</source>
        <translation>最多 epoch 数</translation>
    </message>
    <message>
        <source>Most iterations</source>
        <translation>最多迭代数</translation>
    </message>
    <message>
        <source>Largest global batch</source>
        <translation>最大全局批次</translation>
    </message>
    <message>
        <source>Largest crop</source>
        <translation>最大裁剪</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>VPC, %1 Gbit/s over TCP: %2 of communication in a step of %3</source>
        <translation>VPC，TCP %1 Gbit/s：一次迭代 %3 中通信占 %2</translation>
    </message>
    <message>
        <source>RDMA on %1, %2 Gbit/s: %3 of communication in a step of %4</source>
        <translation>%1 的 RDMA，%2 Gbit/s：一次迭代 %4 中通信占 %3</translation>
    </message>
    <message>
        <source>One node: the GPUs exchange gradients over PCIe through host memory; no RDMA needed.</source>
        <translation>单节点：GPU 之间经主机内存通过 PCIe 交换梯度；不需要 RDMA。</translation>
    </message>
    <message>
        <source>%1 x faster and %2 less</source>
        <translation>快 %1 倍且便宜 %2</translation>
    </message>
    <message>
        <source>%1 x slower for %2 less</source>
        <translation>慢 %1 倍但便宜 %2</translation>
    </message>
    <message>
        <source>about as fast for %1 less</source>
        <translation>速度相近，便宜 %1</translation>
    </message>
    <message>
        <source>Best of what the service has no stock of: nothing acceptable has any.</source>
        <translation>服务当前无库存者中最好的：可选的规格都没有库存。</translation>
    </message>
    <message>
        <source>Fastest type that may fit: nothing fits with certainty.</source>
        <translation>可能容纳的规格中最快的：没有规格能确定容纳。</translation>
    </message>
    <message>
        <source>Best balance of what may fit: nothing fits with certainty.</source>
        <translation>可能容纳者中最均衡的：没有规格能确定容纳。</translation>
    </message>
    <message>
        <source>Fastest type: it may meet the deadline, none meets it with certainty.</source>
        <translation>最快的规格：可能满足时限，没有规格能确定满足。</translation>
    </message>
    <message>
        <source>Best balance of what may meet the deadline: none meets it with certainty.</source>
        <translation>可能满足时限者中最均衡的：没有规格能确定满足。</translation>
    </message>
    <message>
        <source>Best of what may keep within the budget: nothing does with certainty.</source>
        <translation>可能不超预算者中最好的：没有规格能确定不超。</translation>
    </message>
    <message>
        <source>Fastest type within the budget; it meets the deadline.</source>
        <translation>预算内最快的规格；满足时限。</translation>
    </message>
    <message>
        <source>Fastest type within the budget.</source>
        <translation>预算内最快的规格。</translation>
    </message>
    <message>
        <source>Fastest type; it meets the deadline.</source>
        <translation>最快的规格；满足时限。</translation>
    </message>
    <message>
        <source>Fastest type for the whole job.</source>
        <translation>整个任务最快的规格。</translation>
    </message>
    <message>
        <source>Least product of cost and time of what meets the requirements.</source>
        <translation>满足要求者中费用与时间乘积最小的。</translation>
    </message>
    <message>
        <source>Least product of cost and time: what is faster costs more than it is faster.</source>
        <translation>费用与时间的乘积最小：更快的规格多花的钱超过其快出的比例。</translation>
    </message>
    <message>
        <source>may cost up to %1: more than the budget</source>
        <translation>最多可能花费 %1：超出预算</translation>
    </message>
    <message>
        <source>no stock in %1 when last asked: ranked after what has</source>
        <translation>上次查询时 %1 没有库存：排在有库存者之后</translation>
    </message>
    <message>
        <source>little stock in %1 when last asked</source>
        <translation>上次查询时 %1 库存较少</translation>
    </message>
    <message>
        <source>sold by invitation or ticket: ranked after what can be ordered at once</source>
        <translation>需邀请或工单购买：排在可直接下单者之后</translation>
    </message>
    <message>
        <source>dominated by %1 in %2: %3</source>
        <translation>被 %2 的 %1 支配：%3</translation>
    </message>
    <message>
        <source>%1 is listed by the API; whether it can be ordered is not known</source>
        <translation>%1 由 API 列出，能否下单未知</translation>
    </message>
    <message>
        <source>no price known in any of the %1 regions asked for</source>
        <translation>所要求的 %1 个地域都没有已知价格</translation>
    </message>
    <message>
        <source>%1 (%2) has no BF16 arithmetic: it came with Ampere</source>
        <translation>%1（%2）没有 BF16 运算：它从 Ampere 开始提供</translation>
    </message>
    <message>
        <source>its %1 GPUs exchange gradients over PCIe: the plan asks for NVLink</source>
        <translation>其 %1 张 GPU 通过 PCIe 交换梯度：方案要求 NVLink</translation>
    </message>
    <message>
        <source>has %1 of host memory, the plan asks for %2</source>
        <translation>主机内存 %1，方案要求 %2</translation>
    </message>
    <message>
        <source>the network speed of %1 is not known: nothing can be said of %2 nodes</source>
        <translation>%1 的网络速度未知：无法判断 %2 个节点的情况</translation>
    </message>
    <message>
        <source>price not known</source>
        <translation>价格未知</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>speed not known</source>
        <translation>速度未知</translation>
    </message>
    <message>
        <source>%1 per iteration, %2 in the first epoch</source>
        <translation>每次迭代 %1，第一个 epoch 为 %2</translation>
    </message>
    <message>
        <source>step not known</source>
        <translation>迭代时间未知</translation>
    </message>
    <message>
        <source>%1 for %2 nodes: one NAS file system that all nodes mount (%3 a month), copied to each data disk before training.</source>
        <translation>%1，%2 个节点：使用一个所有节点都挂载的 NAS 文件系统（每月 %3），训练前拷贝到各自的数据盘。</translation>
    </message>
    <message>
        <source>%1: keep the data in OSS (%2 a month) and read it through OSSFS with its cache on the data disk; NAS (%3 a month) where many jobs share it.</source>
        <translation>%1：数据放在 OSS（每月 %2），通过 OSSFS 读取并缓存在数据盘；多个任务共用时用 NAS（每月 %3）。</translation>
    </message>
    <message>
        <source>The GPU waits for the disk: it gives %1 MB/s, a step takes %2, the GPU alone would take %3. A larger GPU would not help.</source>
        <translation>GPU 在等待磁盘：磁盘提供 %1 MB/s，一次迭代 %2，只看 GPU 为 %3。换更大的 GPU 没有用。</translation>
    </message>
    <message>
        <source>The GPU waits for remote storage: a step takes %1, the GPU alone would take %2. A larger GPU would not help.</source>
        <translation>GPU 在等待远程存储：一次迭代 %1，只看 GPU 为 %2。换更大的 GPU 没有用。</translation>
    </message>
    <message>
        <source>Exchange between the GPUs takes %1 of the step.</source>
        <translation>GPU 之间的通信占迭代的 %1。</translation>
    </message>
    <message>
        <source>Memory traffic of the GPU takes %1 of the step.</source>
        <translation>GPU 的显存访问占迭代的 %1。</translation>
    </message>
    <message>
        <source>Launching kernels takes %1 of the step: the work per kernel is small.</source>
        <translation>内核启动占迭代的 %1：每个内核的工作量很小。</translation>
    </message>
    <message>
        <source>Arithmetic of the GPU takes %1 of the step.</source>
        <translation>GPU 的运算占迭代的 %1。</translation>
    </message>
    <message>
        <source>%1: %2 of memory instead of %3, %4 per iteration instead of %5, %6 more per hour</source>
        <translation>%1：内存 %2（原 %3），每次迭代 %4（原 %5），每小时多 %6</translation>
    </message>
    <message>
        <source>%1: %2 vCPU instead of %3, %4 per iteration instead of %5, %6 more per hour</source>
        <translation>%1：%2 个 vCPU（原 %3），每次迭代 %4（原 %5），每小时多 %6</translation>
    </message>
    <message>
        <source>%1: %2 per iteration instead of %3, no price</source>
        <translation>%1：每次迭代 %2（原 %3），不花钱</translation>
    </message>
    <message>
        <source>%1 loader workers per GPU</source>
        <translation>每张 GPU %1 个加载进程</translation>
    </message>
    <message>
        <source>Decode with OpenCV</source>
        <translation>用 OpenCV 解码</translation>
    </message>
    <message>
        <source>Decode and augment on the GPU with DALI</source>
        <translation>用 DALI 在 GPU 上解码与增强</translation>
    </message>
    <message>
        <source>Resize the stored images once to %1 x %2 (twice the crop): %3 per iteration instead of %4, no price; detail beyond that is lost</source>
        <translation>一次性把存储的图像缩小到 %1 × %2（裁剪的两倍）：每次迭代 %3（原 %4），不花钱；更细的细节会丢失</translation>
    </message>
    <message>
        <source>Copy the data to the data disk first</source>
        <translation>先把数据拷贝到数据盘</translation>
    </message>
    <message>
        <source>OSS with its cache on the data disk</source>
        <translation>OSS，缓存在数据盘</translation>
    </message>
    <message>
        <source>Batch norm without synchronisation</source>
        <translation>不同步的批归一化</translation>
    </message>
    <message>
        <source>Batch norm without synchronisation: %1 per iteration instead of %2, no price; with few images per GPU the result of training may suffer</source>
        <translation>不同步的批归一化：每次迭代 %1（原 %2），不花钱；每张 GPU 图像很少时训练效果可能变差</translation>
    </message>
    <message>
        <source>Full precision (FP32)</source>
        <translation>全精度（FP32）</translation>
    </message>
    <message>
        <source>Without activation checkpointing</source>
        <translation>不使用激活检查点</translation>
    </message>
    <message>
        <source>Another global batch wants another learning rate; with the same number of iterations training sees another number of images.</source>
        <translation>全局批次变了，学习率也要变；迭代数不变时，训练看到的图像数随之改变。</translation>
    </message>
    <message>
        <source>Another global batch wants another learning rate.</source>
        <translation>全局批次变了，学习率也要变。</translation>
    </message>
    <message>
        <source>Half the batch: %1</source>
        <translation>批次减半：%1</translation>
    </message>
    <message>
        <source>Twice the batch: %1</source>
        <translation>批次加倍：%1</translation>
    </message>
    <message>
        <source>A larger crop shows the network more context.</source>
        <translation>更大的裁剪让网络看到更多上下文。</translation>
    </message>
    <message>
        <source>Decoding and augmentation on the GPU (DALI)</source>
        <translation>在 GPU 上解码与增强（DALI）</translation>
    </message>
    <message>
        <source>Augmentations have to be written for DALI.</source>
        <translation>数据增强需要改写为 DALI。</translation>
    </message>
    <message>
        <source>Spot instances</source>
        <translation>抢占式实例</translation>
    </message>
    <message>
        <source>The machine may be taken back after five minutes' notice: training has to go on from a checkpoint.</source>
        <translation>机器可能在五分钟通知后被回收：训练必须能从检查点继续。</translation>
    </message>
    <message>
        <source>Subscription by the month</source>
        <translation>包年包月（按月购买）</translation>
    </message>
    <message>
        <source>Paid in advance for whole months.</source>
        <translation>按整月预付费。</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>Data that lie in another region have to be moved, and travel is not in the sum.</source>
        <translation>数据若在另一地域则需迁移，其费用与时间未计入。</translation>
    </message>
    <message>
        <source>Deadline after %1</source>
        <translation>时限放宽到 %1</translation>
    </message>
    <message>
        <source>Done in half the time (deadline %1)</source>
        <translation>一半时间完成（时限 %1）</translation>
    </message>
    <message>
        <source>Budget of %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>Up to %1 GPUs</source>
        <translation>最多 %1 张 GPU</translation>
    </message>
    <message>
        <source>Several nodes allowed</source>
        <translation>允许多个节点</translation>
    </message>
    <message>
        <source>Several machines have to be started together and talk to each other.</source>
        <translation>多台机器必须一起启动并相互通信。</translation>
    </message>
    <message>
        <source>Number of GPUs left open</source>
        <translation>GPU 数量由规划器决定</translation>
    </message>
    <message>
        <source>Types that need a ticket or an invitation</source>
        <translation>需要工单或邀请的规格</translation>
    </message>
    <message>
        <source>They cannot be ordered at once.</source>
        <translation>不能立即下单。</translation>
    </message>
    <message>
        <source>Nothing meets the requirements then.</source>
        <translation>那样就没有规格满足要求。</translation>
    </message>
    <message>
        <source>%1 and %2 on %3 in %4; as planned nothing meets the requirements.</source>
        <translation>在 %4 用 %3：%1，%2；按原方案没有规格满足要求。</translation>
    </message>
    <message>
        <source>%1 and %2 on %3 in %4, instead of %5 and %6.</source>
        <translation>在 %4 用 %3：%1，%2，原为 %5，%6。</translation>
    </message>
    <message>
        <source>%1 and %2 instead of %3 and %4.</source>
        <translation>%1，%2，原为 %3，%4。</translation>
    </message>
    <message>
        <source>Between %1 and %2 interruptions: 5 % and 95 % quantile, over the whole range of rate and work.</source>
        <translation>中断 %1 到 %2 次：速率与工作量整个区间上的 5 % 与 95 % 分位。</translation>
    </message>
    <message>
        <source>small collective inside a node, per doubling of the cards</source>
        <translation>节点内的小集合通信，卡数每翻一倍</translation>
    </message>
    <message>
        <source>small collective between nodes, per doubling of the nodes</source>
        <translation>节点间的小集合通信，节点数每翻一倍</translation>
    </message>
    <message>
        <source>the answer holds no price for it</source>
        <translation>应答中没有它的价格</translation>
    </message>
    <message>
        <source>the program aliyun was not found: install the Alibaba Cloud CLI, or name its path</source>
        <translation>找不到 aliyun 程序：请安装阿里云 CLI，或指明其路径</translation>
    </message>
    <message>
        <source>aliyun is not configured: run aliyun configure</source>
        <translation>aliyun 尚未配置：请运行 aliyun configure</translation>
    </message>
    <message>
        <source>aliyun did not answer in time</source>
        <translation>aliyun 没有及时应答</translation>
    </message>
    <message>
        <source>aliyun's answer is too long and was cut off</source>
        <translation>aliyun 的应答过长，已被截断</translation>
    </message>
    <message>
        <source>aliyun's answer is not of the documented form</source>
        <translation>aliyun 的应答与文档格式不符</translation>
    </message>
    <message>
        <source>aliyun could not reach the service: no network, or an address that does not answer</source>
        <translation>aliyun 无法连接服务：没有网络，或地址没有应答</translation>
    </message>
    <message>
        <source>aliyun failed</source>
        <translation>aliyun 执行失败</translation>
    </message>
    <message>
        <source>the service asks to wait (%1)</source>
        <translation>服务要求稍候（%1）</translation>
    </message>
    <message>
        <source>not sold there or no price for it (%1)</source>
        <translation>该处不出售或没有价格（%1）</translation>
    </message>
    <message>
        <source>the service refuses this account or its key (%1)</source>
        <translation>服务拒绝该账号或其密钥（%1）</translation>
    </message>
    <message>
        <source>the service answered %1</source>
        <translation>服务应答 %1</translation>
    </message>
    <message>
        <source>aliyun ended with status %1 and said nothing</source>
        <translation>aliyun 以状态 %1 结束，没有任何说明</translation>
    </message>
    <message>
        <source>aliyun ended with status %1: %2</source>
        <translation>aliyun 以状态 %1 结束：%2</translation>
    </message>
    <message>
        <source>%1 a month</source>
        <translation>每月 %1</translation>
    </message>
    <message>
        <source>%1 for the data, %2 with %3 GiB beside it: %4, %5, %6</source>
        <translation>数据用 %1，另加 %2（%3 GiB）：%4，%5，%6</translation>
    </message>
    <message>
        <source>%1, %2 GiB: %3, %4, %5</source>
        <translation>%1，%2 GiB：%3，%4，%5</translation>
    </message>
    <message>
        <source>The GPU waits for decoding and augmentation: %1 loader workers on %2 vCPU give a step of %3, the GPU alone would take %4. A larger GPU would not help.</source>
        <translation>GPU 在等待解码与增强：%2 个 vCPU 上的 %1 个加载进程使一次迭代为 %3，只看 GPU 为 %4。换更大的 GPU 没有用。</translation>
    </message>
    <message>
        <source>%1, %2 GiB: %3 MB/s, %4 per iteration instead of %5, %6 more per hour</source>
        <translation>%1，%2 GiB：%3 MB/s，每次迭代 %4（原 %5），每小时多 %6</translation>
    </message>
    <message>
        <source>%1 (%2, %3 GiB): %4 per iteration instead of %5, %6 more per hour</source>
        <translation>%1（%2，%3 GiB）：每次迭代 %4（原 %5），每小时多 %6</translation>
    </message>
    <message>
        <source>%1 with RDMA, %2 Gbit/s: %3 per iteration instead of %4, %5 more per hour</source>
        <translation>%1，RDMA %2 Gbit/s：每次迭代 %3（原 %4），每小时多 %5</translation>
    </message>
    <message>
        <source>change of prices</source>
        <translation>更改价格</translation>
    </message>
    <message>
        <source>the address of %1 was not found: is there a network?</source>
        <translation>找不到 %1 的地址：有网络吗？</translation>
    </message>
    <message>
        <source>%1 refuses the connection</source>
        <translation>%1 拒绝连接</translation>
    </message>
    <message>
        <source>%1 broke the connection off</source>
        <translation>%1 中断了连接</translation>
    </message>
    <message>
        <source>the certificate of %1 is not trusted</source>
        <translation>%1 的证书不受信任</translation>
    </message>
    <message>
        <source>there is no network</source>
        <translation>没有网络</translation>
    </message>
    <message>
        <source>%1 answers with status %2</source>
        <translation>%1 应答状态 %2</translation>
    </message>
    <message>
        <source>%1 could not be loaded: %2</source>
        <translation>无法加载 %1：%2</translation>
    </message>
    <message>
        <source>the download takes too long and was given up</source>
        <translation>下载时间过长，已放弃</translation>
    </message>
    <message>
        <source>nothing arrived for a while: the download was given up</source>
        <translation>一段时间没有收到数据：下载已放弃</translation>
    </message>
    <message>
        <source>%1 is not loaded: only https is</source>
        <translation>不加载 %1：只允许 https</translation>
    </message>
    <message>
        <source>the file is larger than %1 MiB and was given up</source>
        <translation>文件超过 %1 MiB，已放弃</translation>
    </message>
    <message>
        <source>a temporary file cannot be written: %1</source>
        <translation>无法写临时文件：%1</translation>
    </message>
    <message>
        <source>%1 redirects without end</source>
        <translation>%1 无休止地重定向</translation>
    </message>
    <message>
        <source>%1 redirects to %2, which is not followed</source>
        <translation>%1 重定向到 %2，未跟随</translation>
    </message>
    <message>
        <source>loading the price list: %1 MiB</source>
        <translation>正在加载价格列表：%1 MiB</translation>
    </message>
    <message>
        <source>it names no version of the price list: its form has changed</source>
        <translation>其中没有价格列表的版本号：格式已变</translation>
    </message>
    <message>
        <source>reading the price list</source>
        <translation>正在读取价格列表</translation>
    </message>
    <message>
        <source>the version of the public price list from %1</source>
        <translation>公开价格列表的版本号，来自 %1</translation>
    </message>
    <message>
        <source>the public price list from %1; no account is needed</source>
        <translation>公开价格列表，来自 %1；不需要账号</translation>
    </message>
    <message>
        <source>prices, spot prices and stock of %1 through your own aliyun (%2); nothing is ordered</source>
        <translation>%1 的价格、抢占式价格与库存，通过你自己的 aliyun（%2）；不会下单</translation>
    </message>
    <message>
        <source>the folder %1 cannot be made</source>
        <translation>无法创建文件夹 %1</translation>
    </message>
    <message>
        <source>another refresh is going on</source>
        <translation>另一次刷新正在进行</translation>
    </message>
    <message>
        <source>the folder %1 cannot be written</source>
        <translation>无法写入文件夹 %1</translation>
    </message>
    <message>
        <source>looking for the newest price list</source>
        <translation>正在查找最新的价格列表</translation>
    </message>
    <message>
        <source>checking what came</source>
        <translation>正在检查收到的内容</translation>
    </message>
    <message>
        <source>what came does not fit what the program knows, and nothing was written: %1</source>
        <translation>收到的内容与程序已知的不符，没有写入任何内容：%1</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>segplan::CandidateTable</name>
    <message>
        <source>yes</source>
        <comment>fits</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>tight</source>
        <comment>fits</comment>
        <translation>临界</translation>
    </message>
    <message>
        <source>no</source>
        <comment>fits</comment>
        <translation>否</translation>
    </message>
    <message>
        <source>pay-as-you-go</source>
        <translation>按量付费</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>subscription</source>
        <translation>包年包月</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two reasons</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Instance type</source>
        <translation>实例规格</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>Buying</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>容纳</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>%1, %2 nodes</source>
        <translation>%1，%2 个节点</translation>
    </message>
    <message>
        <source>Images per GPU and step × steps accumulated before the optimizer</source>
        <translation>每步单卡图像数 × 优化器更新前累积的步数</translation>
    </message>
    <message>
        <source>%1 est.</source>
        <comment>estimated price of this month</comment>
        <translation>%1（推算）</translation>
    </message>
</context>
<context>
    <name>segplan::ChooseView</name>
    <message>
        <source>Candidates</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation>显示被淘汰的</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copies the selected rows, or all of them, as tab-separated text.</source>
        <translation>将所选行（未选则全部）复制为制表符分隔的文本。</translation>
    </message>
    <message>
        <source>Save chart…</source>
        <translation>保存图表…</translation>
    </message>
    <message>
        <source>Cost of the whole job against hours, one point per instance type</source>
        <translation>整个任务的费用与小时数，每个实例规格一个点</translation>
    </message>
    <message>
        <source>Candidate instance types</source>
        <translation>候选实例规格</translation>
    </message>
    <message>
        <source>%1 acceptable, %2 rejected</source>
        <translation>%1 个可用，%2 个被淘汰</translation>
    </message>
    <message>
        <source>Save chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg);;PNG picture (*.png)</source>
        <translation>SVG 矢量图 (*.svg);;PNG 图片 (*.png)</translation>
    </message>
</context>
<context>
    <name>segplan::Cli</name>
    <message>
        <source>the recommendation for a plan, with its reasons</source>
        <translation>给出方案的推荐及理由</translation>
    </message>
    <message>
        <source>memory and time of one workload on one GPU; JSON Lines with -</source>
        <translation>单个任务在单张 GPU 上的显存与时间；- 表示 JSON Lines</translation>
    </message>
    <message>
        <source>the aliyun ecs RunInstances command</source>
        <translation>aliyun ecs RunInstances 命令</translation>
    </message>
    <message>
        <source>the PDF report</source>
        <translation>PDF 报告</translation>
    </message>
    <message>
        <source>the candidate table, the result or the charts as a file</source>
        <translation>将候选实例表、结果或图表导出为文件</translation>
    </message>
    <message>
        <source>the models known, their backbones and options</source>
        <translation>已知的模型、骨干和选项</translation>
    </message>
    <message>
        <source>the GPUs known, with sources</source>
        <translation>已知的 GPU 及来源</translation>
    </message>
    <message>
        <source>the instance types known, with prices and their dates</source>
        <translation>已知的实例规格及价格日期</translation>
    </message>
    <message>
        <source>the data sets known</source>
        <translation>已知的数据集</translation>
    </message>
    <message>
        <source>check: the data behind it all; refresh: prices and stock</source>
        <translation>check：检查数据；refresh：刷新价格与库存</translation>
    </message>
    <message>
        <source>segplan: which Alibaba Cloud GPU instance to rent for training a segmentation model, and what it takes and costs.</source>
        <translation>segplan：训练分割模型该租哪种阿里云 GPU 实例，需要多少时间和费用。</translation>
    </message>
    <message>
        <source>Usage:</source>
        <translation>用法：</translation>
    </message>
    <message>
        <source>opens the window</source>
        <translation>打开窗口</translation>
    </message>
    <message>
        <source>runs without a window; segplan COMMAND --help tells more</source>
        <translation>不打开窗口运行；segplan COMMAND --help 查看详情</translation>
    </message>
    <message>
        <source>Commands:</source>
        <translation>命令：</translation>
    </message>
    <message>
        <source>Options:</source>
        <translation>选项：</translation>
    </message>
    <message>
        <source>language of the answers; the system's when left out</source>
        <translation>回答所用的语言；省略则随系统</translation>
    </message>
    <message>
        <source>the program's version</source>
        <translation>程序版本</translation>
    </message>
    <message>
        <source>this text</source>
        <translation>本说明</translation>
    </message>
    <message>
        <source>Exit status: 0 done; 1 answered, but no instance meets the requirements; 2 the input is wrong; 3 a file or the network failed.</source>
        <translation>退出码：0 完成；1 已给出答案，但没有实例满足要求；2 输入有误；3 文件或网络失败。</translation>
    </message>
    <message>
        <source>language of the answer: en or zh_CN</source>
        <translation>回答的语言：en 或 zh_CN</translation>
    </message>
    <message>
        <source>segplan %1 --help tells what is allowed</source>
        <translation>segplan %1 --help 列出允许的用法</translation>
    </message>
    <message>
        <source>--lang %1: allowed are en and zh_CN</source>
        <translation>--lang %1：允许 en 和 zh_CN</translation>
    </message>
    <message>
        <source>Usage: segplan %1 %2</source>
        <translation>用法：segplan %1 %2</translation>
    </message>
    <message>
        <source>a file is missing</source>
        <translation>缺少文件</translation>
    </message>
    <message>
        <source>too many files: %1</source>
        <translation>文件过多：%1</translation>
    </message>
    <message>
        <source>segplan: there is no command and no file %1</source>
        <translation>segplan：没有命令或文件 %1</translation>
    </message>
    <message>
        <source>segplan --help lists the commands</source>
        <translation>segplan --help 列出所有命令</translation>
    </message>
    <message>
        <source>segplan: the output could not be written</source>
        <translation>segplan：无法写出结果</translation>
    </message>
    <message>
        <source>Memory and time of one workload on one GPU. FILE holds one workload object with its "gpu"; with - (or nothing) workloads are read from standard input, one JSON object per line, and answered by one JSON object per line.</source>
        <translation>单个任务在单张 GPU 上的显存与时间。FILE 为一个带 "gpu" 的任务对象；用 -（或省略）则从标准输入逐行读取 JSON 对象，并逐行以 JSON 对象回答。</translation>
    </message>
    <message>
        <source>the answer as one line of JSON</source>
        <translation>以一行 JSON 回答</translation>
    </message>
    <message>
        <source>as JSON</source>
        <translation>以 JSON 输出</translation>
    </message>
    <message>
        <source>The models known: code bases, backbones (the usual one first), options. --json also shows the defaults of a workload.</source>
        <translation>已知的模型：代码库、骨干（常用的在前）、选项。--json 还显示任务的默认值。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>code base</source>
        <translation>代码库</translation>
    </message>
    <message>
        <source>backbones</source>
        <translation>骨干</translation>
    </message>
    <message>
        <source>options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>after</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>The GPUs known. TFLOPS are dense peaks; - means: cannot, or not known.</source>
        <translation>已知的 GPU。TFLOPS 为稠密峰值；- 表示不支持或未知。</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>on ECS</source>
        <translation>ECS 提供</translation>
    </message>
    <message>
        <source>trust</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The instance types known. With a region: those with a price known there. A price is not stock.</source>
        <translation>已知的实例规格。指定地域时只列出该地域有价格的规格。有价格不代表有库存。</translation>
    </message>
    <message>
        <source>only types with a price in this region</source>
        <translation>只列出在该地域有价格的规格</translation>
    </message>
    <message>
        <source>--region %1: known are %2</source>
        <translation>--region %1：已知 %2</translation>
    </message>
    <message>
        <source>instance type</source>
        <translation>实例规格</translation>
    </message>
    <message>
        <source>sold by</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>price of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>The data sets known; - means: not known, or it varies.</source>
        <translation>已知的数据集；- 表示未知或不固定。</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像数</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>占用空间</translation>
    </message>
    <message>
        <source>usual crops</source>
        <translation>常用裁剪</translation>
    </message>
    <message>
        <source>%1 faults</source>
        <translation>%1 处错误</translation>
    </message>
    <message>
        <source>Checked as entries of your own over the built-in set.</source>
        <translation>作为您自己的条目叠加在内置数据上检查。</translation>
    </message>
    <message>
        <source>Knowledge of %1, prices of %2: %3 GPUs, %4 instance types, %5 prices, %6 disks and stores, %7 regions, %8 data sets: no faults.</source>
        <translation>知识版本 %1，价格日期 %2：%3 种 GPU、%4 个实例规格、%5 个价格、%6 种云盘与存储、%7 个地域、%8 个数据集：没有错误。</translation>
    </message>
    <message>
        <source>check: reads the built-in data, or the files in DIR, and lists every fault. refresh: fetches prices and stock.</source>
        <translation>check：读取内置数据或 DIR 中的文件并列出所有错误。refresh：获取价格与库存。</translation>
    </message>
    <message>
        <source>either check or refresh is needed</source>
        <translation>需要 check 或 refresh 之一</translation>
    </message>
    <message>
        <source>no instance meets the requirements</source>
        <translation>没有实例满足要求</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1：无法写入：%2</translation>
    </message>
    <message>
        <source>Recommends an instance for the plan in FILE and says why.</source>
        <translation>为 FILE 中的方案推荐实例并说明理由。</translation>
    </message>
    <message>
        <source>the whole answer as JSON</source>
        <translation>以 JSON 输出完整答案</translation>
    </message>
    <message>
        <source>only the first N candidates</source>
        <translation>只列出前 N 个候选</translation>
    </message>
    <message>
        <source>--top %1: a whole number from 1 on is needed</source>
        <translation>--top %1：需要从 1 起的整数</translation>
    </message>
    <message>
        <source>Prints the aliyun ecs RunInstances command for the recommended instance.</source>
        <translation>打印推荐实例的 aliyun ecs RunInstances 命令。</translation>
    </message>
    <message>
        <source>whose quoting rules to follow: bash, powershell or cmd; the plan's when left out</source>
        <translation>遵循哪种引号规则：bash、powershell 或 cmd；省略则按方案</translation>
    </message>
    <message>
        <source>writes the whole launch kit into a folder</source>
        <translation>将完整的启动套件写入文件夹</translation>
    </message>
    <message>
        <source>--shell %1: allowed are bash, powershell and cmd</source>
        <translation>--shell %1：允许 bash、powershell 和 cmd</translation>
    </message>
    <message>
        <source>segplan command --kit: not yet in this version</source>
        <translation>segplan command --kit：本版本尚不支持</translation>
    </message>
    <message>
        <source>to be filled in: %1 %2</source>
        <translation>待填写：%1 %2</translation>
    </message>
    <message>
        <source>Writes the PDF report of the plan in FILE.</source>
        <translation>为 FILE 中的方案写出 PDF 报告。</translation>
    </message>
    <message>
        <source>the PDF to write</source>
        <translation>要写的 PDF</translation>
    </message>
    <message>
        <source>-o OUT.pdf is missing</source>
        <translation>缺少 -o OUT.pdf</translation>
    </message>
    <message>
        <source>Writes the candidate table (csv), the result (json) or a chart (svg, png).</source>
        <translation>写出候选实例表（csv）、结果（json）或图表（svg、png）。</translation>
    </message>
    <message>
        <source>csv, json, svg or png</source>
        <translation>csv、json、svg 或 png</translation>
    </message>
    <message>
        <source>which chart to draw: cost-time (when left out), memory or timeline</source>
        <translation>绘制哪张图：cost-time（默认）、memory 或 timeline</translation>
    </message>
    <message>
        <source>the file to write</source>
        <translation>要写的文件</translation>
    </message>
    <message>
        <source>--format %1: allowed are csv, json, svg and png</source>
        <translation>--format %1：允许 csv、json、svg 和 png</translation>
    </message>
    <message>
        <source>-o OUT is missing</source>
        <translation>缺少 -o OUT</translation>
    </message>
    <message>
        <source>--chart %1: allowed are cost-time, memory and timeline</source>
        <translation>--chart %1：允许 cost-time、memory 和 timeline</translation>
    </message>
    <message>
        <source>; allowed: %1</source>
        <translation>；允许：%1</translation>
    </message>
    <message>
        <source>%1: cannot be read: %2</source>
        <translation>%1：无法读取：%2</translation>
    </message>
    <message>
        <source>Your own knowledge files are left out because of these faults.</source>
        <translation>由于以上错误，您自己的知识文件未被采用。</translation>
    </message>
    <message>
        <source>pay-as-you-go</source>
        <translation>按量付费</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>subscription</source>
        <translation>包年包月</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>无法容纳</translation>
    </message>
    <message>
        <source>limited by arithmetic</source>
        <translation>受算力限制</translation>
    </message>
    <message>
        <source>limited by memory traffic</source>
        <translation>受显存带宽限制</translation>
    </message>
    <message>
        <source>limited by kernel launches</source>
        <translation>受算子发射限制</translation>
    </message>
    <message>
        <source>limited by data loading</source>
        <translation>受数据加载限制</translation>
    </message>
    <message>
        <source>limited by communication</source>
        <translation>受通信限制</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: %2 (%3); what the card gives is not known</source>
        <translation>%1：%2（%3）；显卡实际可用显存未知</translation>
    </message>
    <message>
        <source>%1: %2 (%3) of %4</source>
        <translation>%1：%2（%3），共 %4</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 classes</source>
        <translation>%1 类</translation>
    </message>
    <message>
        <source>crop %1 x %2 (height x width)</source>
        <translation>裁剪 %1 × %2（高 × 宽）</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>%1 iterations</source>
        <translation>%1 次迭代</translation>
    </message>
    <message>
        <source>%1 machines of %2</source>
        <translation>%1 台 %2</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>%1, batch per GPU %2, accumulation %3</source>
        <translation>%1，单卡批大小 %2，梯度累积 %3</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 per iteration, %2</source>
        <translation>每次迭代 %1，%2</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>next best</source>
        <translation>次选</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1; needed %2, rule of thumb %3</source>
        <translation>%1；需要 %2，经验规则 %3</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>system disk</source>
        <translation>系统盘</translation>
    </message>
    <message>
        <source>data disk</source>
        <translation>数据盘</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>%1 MB/s needed</source>
        <translation>需要 %1 MB/s</translation>
    </message>
    <message>
        <source>rule of thumb</source>
        <translation>经验规则</translation>
    </message>
    <message>
        <source>%1: %2 a month instead of %3</source>
        <translation>%1：每月 %2，而非 %3</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享存储</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>buying</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>the first rule it breaks</source>
        <translation>违反的第一条规则</translation>
    </message>
    <message>
        <source>Candidates (%1 of %2)</source>
        <translation>候选（%1 / %2）</translation>
    </message>
    <message>
        <source>Rejected (%1 of %2)</source>
        <translation>被淘汰（%1 / %2）</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>%1 million parameters, %2 GMAC per image</source>
        <translation>%1 百万参数，每张图像 %2 GMAC</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>No instance meets the requirements</source>
        <translation>没有实例满足要求</translation>
    </message>
    <message>
        <source>The rule of thumb</source>
        <translation>经验规则</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Nearest published measurement</source>
        <translation>最接近的公开实测</translation>
    </message>
    <message>
        <source>%1: published %2, computed %3</source>
        <translation>%1：公布 %2，计算 %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Prices of %1, knowledge of %2. A price is not stock: ask before you count on a type.</source>
        <translation>价格日期 %1，知识版本 %2。有价格不代表有库存：依赖某规格前请先查询。</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>%1 by tensors at the peak, %2 kept by the allocator</source>
        <translation>峰值时张量占 %1，分配器保留 %2</translation>
    </message>
    <message>
        <source>peak at</source>
        <translation>峰值位于</translation>
    </message>
    <message>
        <source>largest batch</source>
        <translation>最大批大小</translation>
    </message>
    <message>
        <source>%1 per iteration (%2 to %3), %4</source>
        <translation>每次迭代 %1（%2 至 %3），%4</translation>
    </message>
    <message>
        <source>not known: the card's speed at this precision is not known</source>
        <translation>未知：该卡在此精度下的速度未知</translation>
    </message>
    <message>
        <source>nearest measurement</source>
        <translation>最接近的实测</translation>
    </message>
    <message>
        <source>with the table by layer, the timeline of live bytes, what would save memory, and the largest crop</source>
        <translation>附逐层表、存活字节时间线、可省显存的办法与最大裁剪</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>多 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, time %2 %, %3</source>
        <translation>%1，时间 %2 %，%3</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4), image of %5 x %6</source>
        <translation>%1：%2（%3 至 %4），图 %5 x %6</translation>
    </message>
    <message>
        <source>largest crop</source>
        <translation>最大裁剪</translation>
    </message>
    <message>
        <source>%1 x %2 (height x width) at this batch</source>
        <translation>%1 x %2（高 x 宽），批大小不变</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>kept for backward</source>
        <translation>为反向保留</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>with activation checkpointing</source>
        <translation>使用激活检查点</translation>
    </message>
    <message>
        <source>%1 ways to run and buy the job were compared</source>
        <translation>比较了 %1 种运行与购买方式</translation>
    </message>
    <message>
        <source>spot: how often machines are taken back is not known; counted as never, up to %1 times in the range</source>
        <translation>抢占式：多久被回收一次未知；按从不回收计算，区间上限按 %1 次计算</translation>
    </message>
    <message>
        <source>spot: taken back %1 times on average (%2 to %3), a checkpoint every %4</source>
        <translation>抢占式：平均被回收 %1 次（%2 到 %3），每 %4 写一个检查点</translation>
    </message>
    <message>
        <source>Ways of buying</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>What one change saves or costs</source>
        <translation>改一处能省多少、要多花多少</translation>
    </message>
    <message>
        <source>When it is sold out</source>
        <translation>无库存时</translation>
    </message>
    <message>
        <source>The most that budget and deadline allow</source>
        <translation>预算与时限内最多能做到</translation>
    </message>
    <message>
        <source>(%1 and %2 more)</source>
        <translation>（还有 %1 个以及 %2 个）</translation>
    </message>
    <message>
        <source>Price list %1, published %2.</source>
        <translation>价格列表 %1，发布于 %2。</translation>
    </message>
    <message>
        <source>undated</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>Read: %1 prices of instances, %2 of disks, %3 spot records, %4 stock records, %5 new types.</source>
        <translation>已读取：实例价格 %1 个，云盘价格 %2 个，抢占式记录 %3 条，库存记录 %4 条，新规格 %5 个。</translation>
    </message>
    <message>
        <source>%1 entries of the list are no prices (zero, absurd or contradictory) and were left out.</source>
        <translation>列表中有 %1 项不是价格（为零、离谱或相互矛盾），已略过。</translation>
    </message>
    <message>
        <source>type or store</source>
        <translation>规格或存储</translation>
    </message>
    <message>
        <source>per</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>No price has changed.</source>
        <translation>没有价格变化。</translation>
    </message>
    <message>
        <source>GPU types this program does not know: %1</source>
        <translation>本程序不认识的 GPU 规格：%1</translation>
    </message>
    <message>
        <source>Not sold there, or without a price: %1 questions.</source>
        <translation>该处不出售或没有价格：%1 个查询。</translation>
    </message>
    <message>
        <source>Nothing was written (--dry-run).</source>
        <translation>没有写入任何内容（--dry-run）。</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Fetches prices and stock. Without options: the public price list, for which no account is needed. What it will fetch is said first; what came is checked, compared and written to your own knowledge folder, all of it or nothing.</source>
        <translation>获取价格与库存。不带选项时获取公开价格列表，不需要账号。先说明将获取什么；收到的内容经检查、比较后写入你自己的数据文件夹，要么全部写入，要么什么都不写。</translation>
    </message>
    <message>
        <source>the public price list</source>
        <translation>公开价格列表</translation>
    </message>
    <message>
        <source>prices, spot prices and stock through your own aliyun program</source>
        <translation>通过你自己的 aliyun 程序获取价格、抢占式价格与库存</translation>
    </message>
    <message>
        <source>with --cli: the regions, separated by commas</source>
        <translation>与 --cli 一起：地域，用逗号分隔</translation>
    </message>
    <message>
        <source>with --cli: only these instance types</source>
        <translation>与 --cli 一起：只查这些实例规格</translation>
    </message>
    <message>
        <source>china (CNY, the usual one) or international (USD)</source>
        <translation>china（人民币，默认）或 international（美元）</translation>
    </message>
    <message>
        <source>the version of the price list, when the pricing page does not tell it</source>
        <translation>价格列表的版本，当价格页面没有给出时</translation>
    </message>
    <message>
        <source>path of the aliyun program; else the one in PATH</source>
        <translation>aliyun 程序的路径；不填则用 PATH 中的</translation>
    </message>
    <message>
        <source>fetch and compare, write nothing</source>
        <translation>获取并比较，不写入</translation>
    </message>
    <message>
        <source>--site %1: allowed are china and international</source>
        <translation>--site %1：允许的值为 china 和 international</translation>
    </message>
    <message>
        <source>--list-version %1: digits and dots are needed, such as 2.0.421</source>
        <translation>--list-version %1：需要数字和点，例如 2.0.421</translation>
    </message>
    <message>
        <source>--regions and --types belong to --cli; the public list holds all of them</source>
        <translation>--regions 和 --types 只用于 --cli；公开列表包含全部</translation>
    </message>
    <message>
        <source>--cli needs --regions, such as --regions cn-shanghai,cn-beijing</source>
        <translation>--cli 需要 --regions，例如 --regions cn-shanghai,cn-beijing</translation>
    </message>
    <message>
        <source>--regions %1: known are %2</source>
        <translation>--regions %1：已知的有 %2</translation>
    </message>
    <message>
        <source>--types %1: there is no such instance type; segplan instances lists them</source>
        <translation>--types %1：没有这样的实例规格；segplan instances 列出全部</translation>
    </message>
    <message>
        <source>This fetches:</source>
        <translation>将获取：</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%2 中的 %1：%3</translation>
    </message>
    <message>
        <source>nothing meets the requirements</source>
        <translation>没有规格满足要求</translation>
    </message>
    <message>
        <source>the plan's prices are those of today</source>
        <translation>方案的价格就是今天的价格</translation>
    </message>
    <message>
        <source>%1 prices differ; the answer was %2 and is %3</source>
        <translation>%1 个价格不同；答案原为 %2，现为 %3</translation>
    </message>
    <message>
        <source>with today's prices instead of those the plan was made with; the differences come first, on standard error</source>
        <translation>采用今天的价格而不是方案制作时的价格；差异先输出到标准错误</translation>
    </message>
</context>
<context>
    <name>segplan::CostTimeChart</name>
    <message>
        <source>deadline %1 h</source>
        <translation>期限 %1 小时</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>No candidate to draw yet.</source>
        <translation>暂无可绘制的候选。</translation>
    </message>
    <message>
        <source>No candidate has both a time and a price: see the reasons in the table.</source>
        <translation>没有候选同时具有时间和价格：原因见表格。</translation>
    </message>
    <message>
        <source>cost of the whole job, %1 (log)</source>
        <translation>整个任务的费用，%1（对数）</translation>
    </message>
    <message>
        <source>cost of the whole job, %1</source>
        <translation>整个任务的费用，%1</translation>
    </message>
    <message>
        <source>time, hours (log)</source>
        <translation>时间，小时（对数）</translation>
    </message>
</context>
<context>
    <name>segplan::CostTimePlot</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 (%2 – %3)</source>
        <translation>%1（%2 – %3）</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Buying</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>价格日期</translation>
    </message>
</context>
<context>
    <name>segplan::Export</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Instance type</source>
        <translation>实例规格</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每节点 GPU 数</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Buying</source>
        <translation>付费方式</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Batch per GPU</source>
        <translation>单卡批大小</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>容纳</translation>
    </message>
    <message>
        <source>Memory, GiB</source>
        <translation>显存（GiB）</translation>
    </message>
    <message>
        <source>Memory low, GiB</source>
        <translation>显存下限（GiB）</translation>
    </message>
    <message>
        <source>Memory high, GiB</source>
        <translation>显存上限（GiB）</translation>
    </message>
    <message>
        <source>Usable, GiB</source>
        <translation>可用显存（GiB）</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Hours low</source>
        <translation>小时下限</translation>
    </message>
    <message>
        <source>Hours high</source>
        <translation>小时上限</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Cost low</source>
        <translation>费用下限</translation>
    </message>
    <message>
        <source>Cost high</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>On the Pareto front</source>
        <translation>位于帕累托前沿</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>acceptable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被淘汰</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Cost of the whole job against hours</source>
        <translation>整个任务的费用与小时数</translation>
    </message>
    <message>
        <source>Memory of one GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>Live memory through one training step</source>
        <translation>一次训练迭代中的显存占用</translation>
    </message>
    <message>
        <source>The picture could not be made.</source>
        <translation>无法生成图片。</translation>
    </message>
</context>
<context>
    <name>segplan::Facts</name>
    <message>
        <source>Source: %1, undated</source>
        <translation>来源：%1，无日期</translation>
    </message>
    <message>
        <source>Source: %1, %2</source>
        <comment>source, date</comment>
        <translation>来源：%1，%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU or architecture, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Range %1 – %2</source>
        <translation>区间 %1 – %2</translation>
    </message>
    <message>
        <source>%1, %2, compute capability %3</source>
        <comment>GPU, architecture, number</comment>
        <translation>%1，%2，计算能力 %3</translation>
    </message>
    <message>
        <source>One second-hand or undated observation.</source>
        <translation>只有一条二手或无日期的记录。</translation>
    </message>
    <message>
        <source>Made by a rule, not quoted.</source>
        <translation>由规则推算，没有报价。</translation>
    </message>
</context>
<context>
    <name>segplan::FieldEditor</name>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>none chosen</source>
        <translation>未选择</translation>
    </message>
</context>
<context>
    <name>segplan::FigureLabel</name>
    <message>
        <source>Why this figure?</source>
        <translation>这个数字怎么来的？</translation>
    </message>
</context>
<context>
    <name>segplan::FigureList</name>
    <message>
        <source>Why this figure?</source>
        <translation>这个数字怎么来的？</translation>
    </message>
    <message>
        <source>%1: %2. Why this figure?</source>
        <translation>%1：%2。这个数字怎么来的？</translation>
    </message>
</context>
<context>
    <name>segplan::Flowchart</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Decision path</source>
        <translation>决策路径</translation>
    </message>
</context>
<context>
    <name>segplan::FormRow</name>
    <message>
        <source>%1: choose one from the list.</source>
        <comment>1: what is wrong</comment>
        <translation>%1：请从列表中选择。</translation>
    </message>
    <message>
        <source>%1 Allowed: %2.</source>
        <comment>1: what is wrong, 2: what is allowed</comment>
        <translation>%1 允许：%2。</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁剪尺寸</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>Usual sizes, height × width</source>
        <translation>常用尺寸，高 × 宽</translation>
    </message>
    <message>
        <source>Changed. Click to reset.</source>
        <translation>已修改。点击恢复。</translation>
    </message>
    <message>
        <source>Reset "%1"</source>
        <translation>恢复“%1”</translation>
    </message>
    <message>
        <source>Follows from the other fields.</source>
        <translation>由其他字段得出。</translation>
    </message>
    <message>
        <source>"%1" follows from the other fields</source>
        <translation>“%1”由其他字段得出</translation>
    </message>
    <message>
        <source>"%1" has its default</source>
        <translation>“%1”为默认值</translation>
    </message>
</context>
<context>
    <name>segplan::FormSection</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>开通</translation>
    </message>
    <message>
        <source>Open; press to fold</source>
        <translation>已展开；点击折叠</translation>
    </message>
    <message>
        <source>Folded; press to open</source>
        <translation>已折叠；点击展开</translation>
    </message>
    <message>
        <source>Fewer options</source>
        <translation>收起选项</translation>
    </message>
    <message numerus="yes">
        <source>%n more option(s)</source>
        <translation>
            <numerusform>另有 %n 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>segplan::IssuesPanel</name>
    <message>
        <source>Warnings and hints</source>
        <translation>警告与提示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the list</source>
        <translation>关闭列表</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Nothing to report.</source>
        <translation>没有需要说明的内容。</translation>
    </message>
</context>
<context>
    <name>segplan::LaunchView</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Launch command</source>
        <translation>开通命令</translation>
    </message>
    <message>
        <source>What each argument does</source>
        <translation>每个参数的作用</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>运行前后</translation>
    </message>
    <message>
        <source>Arguments of the command</source>
        <translation>命令的参数</translation>
    </message>
    <message>
        <source>No instance meets the requirements, so there is nothing to launch. The Choose tab says which rule rejected each type.</source>
        <translation>没有实例满足要求，因此没有可开通的内容。“选型”页列出了淘汰各规格的规则。</translation>
    </message>
    <message>
        <source>Still to fill in, marked in the command: %1</source>
        <translation>仍需填写（已在命令中标出）：%1</translation>
    </message>
    <message>
        <source>Complete: nothing is left to fill in.</source>
        <translation>已完整：无需再填写。</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>%1 (to fill in)</source>
        <translation>%1（待填写）</translation>
    </message>
</context>
<context>
    <name>segplan::Main</name>
    <message>
        <source>Your own knowledge files have faults and are left out; the built-in ones are used.</source>
        <translation>您自己的知识文件有错误，未被采用；使用内置数据。</translation>
    </message>
</context>
<context>
    <name>segplan::MainWindow</name>
    <message>
        <source>Allowed: %1.</source>
        <translation>允许：%1。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>There is not enough memory to compute this plan.</source>
        <translation>内存不足，无法计算该方案。</translation>
    </message>
    <message>
        <source>%1[*] – SegPlan</source>
        <comment>file name</comment>
        <translation>%1[*] – SegPlan</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>%1 candidates in %2 ms</source>
        <translation>%2 毫秒内评估 %1 个候选</translation>
    </message>
    <message numerus="yes">
        <source>%n region(s)</source>
        <translation>
            <numerusform>%n 个地域</numerusform>
        </translation>
    </message>
    <message>
        <source>PyTorch %1</source>
        <translation>PyTorch %1</translation>
    </message>
    <message>
        <source>Nearest published measurement: %1: %2 (ours %3)</source>
        <comment>setting, its memory, our estimate for it</comment>
        <translation>最接近的公开实测：%1：%2（本程序 %3）</translation>
    </message>
    <message>
        <source>No published measurement is near this setting</source>
        <translation>没有与此设置接近的公开实测</translation>
    </message>
    <message>
        <source>No prices</source>
        <translation>没有价格</translation>
    </message>
    <message>
        <source>Prices of %1</source>
        <translation>价格日期 %1</translation>
    </message>
    <message>
        <source>The prices kept in the plan's file. Plan &gt; Use today's prices takes the newest.</source>
        <translation>使用方案文件中保存的价格。“方案 &gt; 改用今天的价格”可换成最新价格。</translation>
    </message>
    <message>
        <source>Date of the newest price in the program's price list.</source>
        <translation>程序价格表中最新价格的日期。</translation>
    </message>
    <message>
        <source>The change was not made</source>
        <translation>未做更改</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>Save the changes of "%1"?</source>
        <translation>保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <source>They are lost otherwise.</source>
        <translation>否则更改将丢失。</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>Plans (*.segplan)</source>
        <translation>方案 (*.segplan)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The plan cannot be opened</source>
        <translation>无法打开方案</translation>
    </message>
    <message>
        <source>"%1" cannot be opened. The plan on screen is unchanged.</source>
        <translation>无法打开“%1”。屏幕上的方案未改变。</translation>
    </message>
    <message>
        <source>The plan cannot be saved</source>
        <translation>无法保存方案</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Report written to %1</source>
        <translation>报告已写入 %1</translation>
    </message>
    <message>
        <source>The report cannot be written</source>
        <translation>无法写入报告</translation>
    </message>
    <message numerus="yes">
        <source>Command copied; %n value(s) still to fill in</source>
        <translation>
            <numerusform>命令已复制；还有 %n 项待填写</numerusform>
        </translation>
    </message>
    <message>
        <source>Command copied</source>
        <translation>命令已复制</translation>
    </message>
    <message>
        <source>About SegPlan</source>
        <translation>关于 SegPlan</translation>
    </message>
    <message>
        <source>&lt;b&gt;SegPlan %1&lt;/b&gt;&lt;p&gt;Which Alibaba Cloud GPU instance to rent for training a segmentation model, what it takes and what it costs.&lt;/p&gt;&lt;p&gt;Knowledge of %2, prices of %3.&lt;/p&gt;</source>
        <translation>&lt;b&gt;SegPlan %1&lt;/b&gt;&lt;p&gt;训练分割模型该租哪种阿里云 GPU 实例，需要什么，花费多少。&lt;/p&gt;&lt;p&gt;知识版本 %2，价格日期 %3。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>No recent plans</source>
        <translation>没有最近的方案</translation>
    </message>
    <message>
        <source>No presets</source>
        <translation>没有预设</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的方案(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;New plan</source>
        <translation>新建方案(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open …</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as …</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export PDF …</source>
        <translation>导出 PDF(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy command</source>
        <translation>复制命令(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Why this figure?</source>
        <translation>这个数字怎么来的？(&amp;W)</translation>
    </message>
    <message>
        <source>Warnings and &amp;hints</source>
        <translation>警告与提示(&amp;H)</translation>
    </message>
    <message>
        <source>Use &amp;today's prices</source>
        <translation>改用今天的价格(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;About SegPlan</source>
        <translation>关于 SegPlan(&amp;A)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选型</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>决策路径</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>开通</translation>
    </message>
    <message>
        <source>Views of the answer</source>
        <translation>结果视图</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>P&amp;rices …</source>
        <translation>价格(&amp;R)…</translation>
    </message>
</context>
<context>
    <name>segplan::MemoryChart</name>
    <message>
        <source>No memory estimate yet.</source>
        <translation>暂无显存估算。</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>segplan::MemoryView</name>
    <message>
        <source>Memory of one GPU, batch %1</source>
        <translation>单卡显存，批大小 %1</translation>
    </message>
    <message>
        <source>Memory of one GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>Live memory through one training step</source>
        <translation>一次训练迭代中的显存占用</translation>
    </message>
    <message>
        <source>Memory of one GPU by part, per setting, against the usable memory of each card</source>
        <translation>各设置下单卡显存的构成，与各显卡的可用显存对照</translation>
    </message>
    <message>
        <source>Live bytes through one training step: %1</source>
        <translation>一次训练迭代中的占用字节：%1</translation>
    </message>
    <message>
        <source>Where it goes</source>
        <translation>显存去向</translation>
    </message>
    <message>
        <source>whole card</source>
        <translation>整卡</translation>
    </message>
    <message>
        <source>Range %1 – %2: nine of ten runs lie within.</source>
        <translation>区间 %1 – %2：十次运行中有九次落在其中。</translation>
    </message>
    <message>
        <source>Largest saved activations</source>
        <translation>保留激活值最多的部分</translation>
    </message>
    <message>
        <source>Largest batch per card</source>
        <translation>各显卡的最大批大小</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No memory estimate yet.</source>
        <translation>暂无显存估算。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>%1: %2 (%3 – %4)</source>
        <translation>%1：%2（%3 – %4）</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>sliding window, image of %1 × %2</source>
        <translation>滑动窗口，图 %1 × %2</translation>
    </message>
    <message>
        <source>whole image of %1 × %2</source>
        <translation>整图 %1 × %2</translation>
    </message>
    <message>
        <source>Fits on this card.</source>
        <translation>本卡放得下。</translation>
    </message>
    <message>
        <source>Tight on this card: %1 – %2.</source>
        <translation>本卡偏紧：%1 – %2。</translation>
    </message>
    <message>
        <source>Does not fit on this card: validate by sliding window or smaller images.</source>
        <translation>本卡放不下：请用滑动窗口或较小的图验证。</translation>
    </message>
    <message>
        <source>What saves memory</source>
        <translation>怎样省显存</translation>
    </message>
    <message>
        <source>Largest crop</source>
        <translation>最大裁剪</translation>
    </message>
    <message>
        <source>at this batch, same shape</source>
        <translation>批大小与形状不变</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, time × %2</source>
        <comment>what is changed, factor on seconds per step</comment>
        <translation>%1，时间 × %2</translation>
    </message>
</context>
<context>
    <name>segplan::MoneyChart</name>
    <message>
        <source>No cost yet.</source>
        <translation>尚无费用。</translation>
    </message>
    <message>
        <source>instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>system disk</source>
        <translation>系统盘</translation>
    </message>
    <message>
        <source>data disk</source>
        <translation>数据盘</translation>
    </message>
    <message>
        <source>NAS or OSS</source>
        <translation>NAS 或 OSS</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>pay-as-you-go</source>
        <translation>按量付费</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>%1 never pays against %2 within one period.</source>
        <translation>%1在一个周期内都不比%2划算。</translation>
    </message>
    <message>
        <source>%1 pays against %2 from %3 of use on: %4 of the period.</source>
        <translation>使用满 %3 之后%1比%2划算：占周期的 %4。</translation>
    </message>
    <message>
        <source>%1 The price is derived by a rule.</source>
        <comment>break-even sentence</comment>
        <translation>%1 该价格由规则推算。</translation>
    </message>
    <message>
        <source>No price is known to compare ways of buying.</source>
        <translation>没有可供比较购买方式的价格。</translation>
    </message>
    <message>
        <source>hours of use</source>
        <translation>使用小时数</translation>
    </message>
    <message>
        <source>this job, %1</source>
        <translation>本任务，%1</translation>
    </message>
    <message>
        <source>subscription by the month</source>
        <translation>包月</translation>
    </message>
    <message>
        <source>subscription by the year</source>
        <translation>包年</translation>
    </message>
    <message>
        <source>%1 in %2, %3: %4</source>
        <comment>type, region, way of buying, difference</comment>
        <translation>%2 的 %1，%3：%4</translation>
    </message>
    <message>
        <source>from %1</source>
        <comment>hours, a break-even point</comment>
        <translation>%1 起</translation>
    </message>
</context>
<context>
    <name>segplan::MoneyView</name>
    <message>
        <source>Cost of the whole job, per way of buying</source>
        <translation>整个任务的费用，按购买方式</translation>
    </message>
    <message>
        <source>Cost of the whole job by part, per way of buying</source>
        <translation>整个任务的费用构成，按购买方式</translation>
    </message>
    <message>
        <source>Cost over hours of use, the instance alone</source>
        <translation>费用随使用小时的变化，仅实例</translation>
    </message>
    <message>
        <source>Cost over hours of use. %1</source>
        <translation>费用随使用小时的变化。%1</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Range %1 – %2: nine of ten runs lie within.</source>
        <translation>区间 %1 – %2：十次运行中有九次落在其中。</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>被回收</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>lost each time</source>
        <translation>每次损失</translation>
    </message>
    <message>
        <source>From when which way pays</source>
        <translation>各种方式何时划算</translation>
    </message>
    <message>
        <source>What one change saves or costs</source>
        <translation>改一处能省多少、要多花多少</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>When it is sold out</source>
        <translation>无库存时</translation>
    </message>
    <message>
        <source>The most that budget and deadline allow</source>
        <translation>预算与时限内最多能做到</translation>
    </message>
    <message>
        <source>No cost yet.</source>
        <translation>尚无费用。</translation>
    </message>
    <message>
        <source>%1: %2 for %3</source>
        <comment>way of buying, money, hours</comment>
        <translation>%1：%3 为 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of the cost, money</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>segplan::MultiChoiceBox</name>
    <message>
        <source>, </source>
        <comment>between names in a list</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>segplan::PathView</name>
    <message>
        <source>The taken path is lit. A box opens its reason.</source>
        <translation>选中的路径会点亮。点击方框查看理由。</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show the whole flowchart</source>
        <translation>显示整个流程图</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Why this figure?</source>
        <translation>这个数字怎么来的？</translation>
    </message>
    <message>
        <source>Decision flowchart</source>
        <translation>决策流程图</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg);;PNG picture (*.png)</source>
        <translation>SVG 矢量图 (*.svg);;PNG 图片 (*.png)</translation>
    </message>
</context>
<context>
    <name>segplan::PlanDocument</name>
    <message>
        <source>Untitled plan</source>
        <translation>未命名方案</translation>
    </message>
</context>
<context>
    <name>segplan::PlanForm</name>
    <message>
        <source>The change was not made</source>
        <translation>未做更改</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Own plan</source>
        <translation>自定义方案</translation>
    </message>
</context>
<context>
    <name>segplan::Presets</name>
    <message>
        <source>Small experiment</source>
        <translation>小型实验</translation>
    </message>
    <message>
        <source>Industrial training</source>
        <translation>工业级训练</translation>
    </message>
    <message>
        <source>Large, high resolution</source>
        <translation>大规模、高分辨率</translation>
    </message>
    <message>
        <source>Domestic requirement</source>
        <translation>国产化要求</translation>
    </message>
</context>
<context>
    <name>segplan::PriceBookDialog</name>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Price book</source>
        <translation>价格表</translation>
    </message>
    <message>
        <source>Reprice</source>
        <translation>重新计价</translation>
    </message>
    <message>
        <source>Filter: type, region, source …</source>
        <translation>筛选：规格、地域、来源……</translation>
    </message>
    <message>
        <source>Filter the prices</source>
        <translation>筛选价格</translation>
    </message>
    <message>
        <source>Prices with date and source; those of this plan in bold</source>
        <translation>价格及其日期和来源；本方案的价格为粗体</translation>
    </message>
    <message>
        <source>Instance type or store</source>
        <translation>实例规格或存储</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>Per hour, month, year or GiB</source>
        <translation>每小时、每月、每年或每 GiB</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>&amp;Enter price</source>
        <translation>输入价格(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Remove own</source>
        <translation>移除自己的(&amp;R)</translation>
    </message>
    <message>
        <source>Takes the selected prices out of this plan; what the program knows stands again.</source>
        <translation>把所选价格从本方案中移除；程序已知的价格重新生效。</translation>
    </message>
    <message>
        <source>&amp;Import …</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport …</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Re&amp;fresh …</source>
        <translation>刷新(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Take today's prices</source>
        <translation>采用今天的价格(&amp;T)</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Prices that repricing would change</source>
        <translation>重新计价会改变的价格</translation>
    </message>
    <message>
        <source>type or store</source>
        <translation>规格或存储</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>per</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>in the plan</source>
        <translation>方案中</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>The plan keeps no prices of its own: it always follows what the program knows.</source>
        <translation>方案没有自己的价格：始终采用程序已知的价格。</translation>
    </message>
    <message>
        <source>The plan's prices are those of today.</source>
        <translation>方案的价格就是今天的价格。</translation>
    </message>
    <message>
        <source>The plan keeps prices of %1; %2 of them differ from those of %3.</source>
        <translation>方案保留 %1 的价格；其中 %2 个与 %3 的价格不同。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>%1 was not taken: %2 faults. The first: %3</source>
        <translation>未采用 %1：有 %2 个错误。第一个：%3</translation>
    </message>
    <message>
        <source>%1 prices taken from %2.</source>
        <translation>已从 %2 采用 %1 个价格。</translation>
    </message>
    <message>
        <source>%1 prices written to %2.</source>
        <translation>已将 %1 个价格写入 %2。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Import prices</source>
        <translation>导入价格</translation>
    </message>
    <message>
        <source>Price books (*.json *.csv)</source>
        <translation>价格表 (*.json *.csv)</translation>
    </message>
    <message>
        <source>Export prices</source>
        <translation>导出价格</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json)</source>
        <translation>CSV (*.csv);;JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>segplan::PriceBookModel</name>
    <message>
        <source>yours</source>
        <translation>自己的</translation>
    </message>
    <message>
        <source>of this plan</source>
        <translation>本方案的</translation>
    </message>
    <message>
        <source>by a rule</source>
        <translation>按规则</translation>
    </message>
    <message>
        <source>one observation</source>
        <translation>单次观察</translation>
    </message>
    <message>
        <source>promotion</source>
        <translation>促销</translation>
    </message>
    <message>
        <source>“%1” is no price: a positive decimal number such as 10.0934 is needed.</source>
        <translation>“%1”不是价格：需要正的十进制数，例如 10.0934。</translation>
    </message>
    <message>
        <source>type or store</source>
        <translation>规格或存储</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>per</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>of</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>segplan::RefreshDialog</name>
    <message>
        <source>Name at least one region to ask about.</source>
        <translation>请至少指定一个要查询的地域。</translation>
    </message>
    <message>
        <source>There is no region %1.</source>
        <translation>没有地域 %1。</translation>
    </message>
    <message>
        <source>There is no instance type %1.</source>
        <translation>没有实例规格 %1。</translation>
    </message>
    <message>
        <source>This fetches: %1</source>
        <translation>将获取：%1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Not sold there, or without a price: %1 questions.</source>
        <translation>该处不出售或没有价格：%1 个查询。</translation>
    </message>
    <message>
        <source>GPU types this program does not know: %1</source>
        <translation>本程序不认识的 GPU 规格：%1</translation>
    </message>
    <message>
        <source>Your own knowledge files have faults and are left out: %1</source>
        <translation>你自己的数据文件有错误，已略过：%1</translation>
    </message>
    <message>
        <source>No price has changed.</source>
        <translation>没有价格变化。</translation>
    </message>
    <message>
        <source>%1 prices have changed.</source>
        <translation>%1 个价格有变化。</translation>
    </message>
    <message>
        <source>Some questions stayed without an answer; see below.</source>
        <translation>有些查询没有得到应答，见下方。</translation>
    </message>
    <message>
        <source>Cancelled: nothing was changed.</source>
        <translation>已取消：没有任何改变。</translation>
    </message>
    <message>
        <source>Nothing could be fetched, and nothing was changed.</source>
        <translation>没有获取到任何内容，也没有任何改变。</translation>
    </message>
    <message>
        <source>Fetch prices and stock</source>
        <translation>获取价格与库存</translation>
    </message>
    <message>
        <source>The &amp;public price list (no account is needed)</source>
        <translation>公开价格列表(&amp;P)（不需要账号）</translation>
    </message>
    <message>
        <source>Prices, spot prices and stock through my own &amp;aliyun program (nothing is ordered)</source>
        <translation>通过我自己的 aliyun 程序(&amp;A)获取价格、抢占式价格与库存（不会下单）</translation>
    </message>
    <message>
        <source>&amp;Site:</source>
        <translation>站点(&amp;S)：</translation>
    </message>
    <message>
        <source>China (CNY)</source>
        <translation>中国站（人民币）</translation>
    </message>
    <message>
        <source>International (USD)</source>
        <translation>国际站（美元）</translation>
    </message>
    <message>
        <source>&amp;Regions:</source>
        <translation>地域(&amp;R)：</translation>
    </message>
    <message>
        <source>Instance &amp;types:</source>
        <translation>实例规格(&amp;T)：</translation>
    </message>
    <message>
        <source>all that are sold in these regions</source>
        <translation>这些地域出售的全部规格</translation>
    </message>
    <message>
        <source>type or store</source>
        <translation>规格或存储</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地域</translation>
    </message>
    <message>
        <source>per</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Prices that have changed</source>
        <translation>有变化的价格</translation>
    </message>
    <message>
        <source>What could not be fetched</source>
        <translation>未能获取的内容</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>&amp;Fetch</source>
        <translation>获取(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Take into the &amp;plan</source>
        <translation>采用到方案中(&amp;P)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>segplan::Report</name>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>SegPlan report</source>
        <translation>SegPlan 报告</translation>
    </message>
    <message>
        <source>SegPlan %1 · knowledge of %2 · prices of %3</source>
        <translation>SegPlan %1 · 知识版本 %2 · 价格日期 %3</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 = %2 (%3)</source>
        <translation>%1 = %2（%3）</translation>
    </message>
    <message>
        <source>SegPlan · which GPU instance to rent</source>
        <translation>SegPlan · 该租哪种 GPU 实例</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>model with backbone</comment>
        <translation>%1，骨干 %2</translation>
    </message>
    <message>
        <source>Which Alibaba Cloud GPU instance should be rented to train %1 on %2 at %3 pixels, how long will it take, and what will it cost?</source>
        <translation>在 %2 上以 %3 像素训练 %1，该租哪种阿里云 GPU 实例，需要多长时间，花费多少？</translation>
    </message>
    <message>
        <source>Which Alibaba Cloud GPU instance should be rented to train %1 with %2 on %3 at %4 pixels, how long will it take, and what will it cost?</source>
        <translation>在 %3 上以 %4 像素训练 %1（骨干 %2），该租哪种阿里云 GPU 实例，需要多长时间，花费多少？</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>The plan contains an error and could not be evaluated.</source>
        <translation>方案有错误，无法评估。</translation>
    </message>
    <message>
        <source>No instance type meets the requirements.</source>
        <translation>没有实例规格满足要求。</translation>
    </message>
    <message>
        <source>batch %1 per GPU × %2 accumulated, %3</source>
        <translation>单卡批大小 %1 × 累积 %2，%3</translation>
    </message>
    <message>
        <source>Fits: %1 of %2</source>
        <translation>可容纳：%1 / %2</translation>
    </message>
    <message>
        <source>Tight: %1 of %2</source>
        <translation>临界：%1 / %2</translation>
    </message>
    <message>
        <source>Does not fit: %1 of %2</source>
        <translation>无法容纳：%1 / %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>Next best: %1 (%2), %3</source>
        <translation>次选：%1（%2），%3</translation>
    </message>
    <message>
        <source>Price of %1.</source>
        <translation>价格日期 %1。</translation>
    </message>
    <message>
        <source>Price of %1, estimated by a rule and not quoted.</source>
        <translation>价格日期 %1，由规则推算，没有报价。</translation>
    </message>
    <message>
        <source>Price of %1, from one second-hand observation: check it before renting.</source>
        <translation>价格日期 %1，来自一条二手记录：租用前请核对。</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Parts of the cost</source>
        <translation>费用构成</translation>
    </message>
    <message>
        <source>whole job</source>
        <translation>整个任务</translation>
    </message>
    <message>
        <source>Not counted: %1</source>
        <translation>未计入：%1</translation>
    </message>
    <message>
        <source>Where an iteration's time goes: %1</source>
        <translation>一次迭代的时间去向：%1</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>memory traffic</source>
        <translation>显存读写</translation>
    </message>
    <message>
        <source>kernel launches</source>
        <translation>算子发射</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>input pipeline (beside the GPU)</source>
        <translation>输入流水线（与 GPU 并行）</translation>
    </message>
    <message>
        <source>Nearest published measurement: %1, %2 published, %3 computed here (%4).</source>
        <translation>最接近的公开实测：%1，公布 %2，本程序计算 %3（%4）。</translation>
    </message>
    <message>
        <source>How the figures were computed</source>
        <translation>数字的计算方法</translation>
    </message>
    <message>
        <source>%1, %2 GiB</source>
        <translation>%1，%2 GiB</translation>
    </message>
    <message>
        <source>All candidates</source>
        <translation>全部候选</translation>
    </message>
    <message>
        <source>%1 acceptable, %2 rejected. A rejected type names the first rule that rejected it.</source>
        <translation>%1 个可用，%2 个被淘汰。被淘汰的规格注明淘汰它的第一条规则。</translation>
    </message>
    <message>
        <source>CPU, memory, storage and network</source>
        <translation>CPU、内存、存储与网络</translation>
    </message>
    <message>
        <source>CPU and memory</source>
        <translation>CPU 与内存</translation>
    </message>
    <message>
        <source>vCPU needed by the loader</source>
        <translation>数据加载所需 vCPU</translation>
    </message>
    <message>
        <source>vCPU of the instance</source>
        <translation>实例的 vCPU</translation>
    </message>
    <message>
        <source>memory needed</source>
        <translation>所需内存</translation>
    </message>
    <message>
        <source>memory of the instance</source>
        <translation>实例的内存</translation>
    </message>
    <message>
        <source>rule of thumb: vCPU</source>
        <translation>经验规则：vCPU</translation>
    </message>
    <message>
        <source>rule of thumb: memory</source>
        <translation>经验规则：内存</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>system disk</source>
        <translation>系统盘</translation>
    </message>
    <message>
        <source>data disk</source>
        <translation>数据盘</translation>
    </message>
    <message>
        <source>reading throughput needed</source>
        <translation>所需读取吞吐</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>price per month</source>
        <translation>每月价格</translation>
    </message>
    <message>
        <source>rule of thumb</source>
        <translation>经验规则</translation>
    </message>
    <message>
        <source>its price per month</source>
        <translation>其每月价格</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>The rule of thumb beside the computed answer</source>
        <translation>经验规则与计算结果对照</translation>
    </message>
    <message>
        <source>no such candidate</source>
        <translation>没有该候选</translation>
    </message>
    <message>
        <source>acceptable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算结果</translation>
    </message>
    <message>
        <source>The launch command</source>
        <translation>开通命令</translation>
    </message>
    <message>
        <source>Still to fill in: %1</source>
        <translation>仍需填写：%1</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Assumptions and sources</source>
        <translation>假设与来源</translation>
    </message>
    <message>
        <source>knowledge of</source>
        <translation>知识版本</translation>
    </message>
    <message>
        <source>newest price</source>
        <translation>最新价格</translation>
    </message>
    <message>
        <source>price used</source>
        <translation>所用价格</translation>
    </message>
    <message>
        <source>combinations looked at</source>
        <translation>评估的组合数</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Calibrated values used</source>
        <translation>所用校准值</translation>
    </message>
    <message>
        <source>Conditions and source</source>
        <translation>条件与来源</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>undated</source>
        <translation>无日期</translation>
    </message>
    <message>
        <source>Sources behind the answer</source>
        <translation>结论所依据的来源</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Cost against time</source>
        <translation>费用与时间</translation>
    </message>
    <message>
        <source>Blue: no other acceptable type is both cheaper and faster. Grey: acceptable, but another is both. Orange: rejected. Bars show the range of hours.</source>
        <translation>蓝色：没有其他可用规格既更便宜又更快。灰色：可用，但有规格两方面都更好。橙色：被淘汰。横线表示小时数的区间。</translation>
    </message>
    <message>
        <source>Memory of one GPU</source>
        <translation>单卡显存</translation>
    </message>
    <message>
        <source>Live memory through one training step</source>
        <translation>一次训练迭代中的显存占用</translation>
    </message>
    <message>
        <source>Largest batch per card</source>
        <translation>各显卡的最大批大小</translation>
    </message>
    <message>
        <source>%1, %2 usable</source>
        <translation>%1，可用 %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The decision path</source>
        <translation>决策路径</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>sliding window, image of %1 × %2</source>
        <translation>滑动窗口，图 %1 × %2</translation>
    </message>
    <message>
        <source>whole image of %1 × %2</source>
        <translation>整图 %1 × %2</translation>
    </message>
    <message>
        <source>%1 (%2 – %3)</source>
        <translation>%1（%2 – %3）</translation>
    </message>
    <message>
        <source>%1, time × %2</source>
        <comment>what is changed, factor on seconds per step</comment>
        <translation>%1，时间 × %2</translation>
    </message>
    <message>
        <source>What saves memory</source>
        <translation>怎样省显存</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>segplan::TimeChart</name>
    <message>
        <source>%1 × %2 × %3</source>
        <comment>nodes, GPUs per node, GPU</comment>
        <translation>%1 × %2 × %3</translation>
    </message>
    <message>
        <source>No time estimate yet.</source>
        <translation>尚无时间估计。</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>memory traffic</source>
        <translation>显存读写</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>start-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>data copy</source>
        <translation>拷贝数据</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>interruptions</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>waiting for people</source>
        <translation>等人</translation>
    </message>
    <message>
        <source>The length of the job is not known.</source>
        <translation>任务长度未知。</translation>
    </message>
    <message>
        <source>h</source>
        <comment>hours, axis</comment>
        <translation>小时</translation>
    </message>
</context>
<context>
    <name>segplan::TimeView</name>
    <message>
        <source>Where one iteration goes, per card</source>
        <translation>一次迭代的时间去向，按显卡</translation>
    </message>
    <message>
        <source>Seconds of one iteration by what bounds them, per card</source>
        <translation>一次迭代的秒数构成，按显卡</translation>
    </message>
    <message>
        <source>The whole job, per way of buying</source>
        <translation>整个任务，按购买方式</translation>
    </message>
    <message>
        <source>Hours of the whole job by part, per way of buying</source>
        <translation>整个任务的小时数构成，按购买方式</translation>
    </message>
    <message>
        <source>One iteration</source>
        <translation>一次迭代</translation>
    </message>
    <message>
        <source>step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>the cards alone</source>
        <translation>只看显卡</translation>
    </message>
    <message>
        <source>the loader alone</source>
        <translation>只看加载器</translation>
    </message>
    <message>
        <source>Range %1: nine of ten runs lie within.</source>
        <translation>区间 %1：十次运行有九次落在其中。</translation>
    </message>
    <message>
        <source>What would make it shorter</source>
        <translation>怎样可以更短</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>The loader</source>
        <translation>加载器</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>decoding and augmenting</source>
        <translation>解码与增强</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>data in host memory</source>
        <translation>数据在主机内存中</translation>
    </message>
    <message>
        <source>Share of the data set that stays in the page cache after the first epoch.</source>
        <translation>第一个 epoch 之后留在页缓存中的数据集比例。</translation>
    </message>
    <message>
        <source>vCPU needed</source>
        <translation>所需 vCPU</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The whole job</source>
        <translation>整个任务</translation>
    </message>
    <message>
        <source>from order to end</source>
        <translation>从下单到结束</translation>
    </message>
    <message>
        <source>billed</source>
        <translation>计费时间</translation>
    </message>
    <message>
        <source>Validated %1 times and saved %2 times per run.</source>
        <translation>每次运行验证 %1 次，保存 %2 次。</translation>
    </message>
    <message>
        <source>No time estimate yet.</source>
        <translation>尚无时间估计。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <comment>part, number, unit</comment>
        <translation>%1：%2 %3</translation>
    </message>
</context>
<context>
    <name>segplan::TimelineChart</name>
    <message>
        <source>peak %1 · %2 · %3</source>
        <translation>峰值 %1 · %2 · %3</translation>
    </message>
    <message>
        <source>No step has been replayed yet.</source>
        <translation>尚未回放任何迭代。</translation>
    </message>
    <message>
        <source>%1 gives %2</source>
        <translation>%1 提供 %2</translation>
    </message>
</context>
<context>
    <name>segplan::VerdictCard</name>
    <message>
        <source>%1 × %2, %3 GB</source>
        <comment>GPUs, their name, their memory</comment>
        <translation>%1 × %2，%3 GB</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs, their name</comment>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s)</source>
        <translation>
            <numerusform>%n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 vCPU</source>
        <translation>%1 vCPU</translation>
    </message>
    <message>
        <source>pay-as-you-go</source>
        <translation>按量付费</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>抢占式</translation>
    </message>
    <message>
        <source>subscription</source>
        <translation>包年包月</translation>
    </message>
    <message>
        <source>Card unknown</source>
        <translation>可用显存未知</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>可容纳</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>临界</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>无法容纳</translation>
    </message>
    <message>
        <source>%1 / %2 GiB</source>
        <comment>needed / usable</comment>
        <translation>%1 / %2 GiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 – %2 GiB</source>
        <translation>%1 – %2 GiB</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 – %2 h</source>
        <translation>%1 – %2 小时</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>¥ %1 – %2</source>
        <translation>¥ %1 – %2</translation>
    </message>
    <message>
        <source>US$ %1 – %2</source>
        <translation>US$ %1 – %2</translation>
    </message>
    <message>
        <source>no price known</source>
        <translation>没有已知价格</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 条警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hint(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation>显示列表</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务总费用</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Export PDF</source>
        <translation>导出 PDF</translation>
    </message>
    <message>
        <source>Copies the aliyun ecs RunInstances command</source>
        <translation>复制 aliyun ecs RunInstances 命令</translation>
    </message>
    <message>
        <source>Saves the recommendation as a PDF report</source>
        <translation>将推荐结果保存为 PDF 报告</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Next: %1, %2, %3</source>
        <comment>instance type, hours, cost</comment>
        <translation>次选：%1，%2，%3</translation>
    </message>
    <message>
        <source>The plan cannot be computed</source>
        <translation>无法计算该方案</translation>
    </message>
    <message>
        <source>Closest: %1, %2 × %3</source>
        <comment>instance type, GPUs, GPU name</comment>
        <translation>最接近：%1，%2 × %3</translation>
    </message>
    <message>
        <source>Why this one is next</source>
        <translation>为何它是次选</translation>
    </message>
    <message>
        <source>No instance qualifies</source>
        <translation>没有符合要求的实例</translation>
    </message>
    <message>
        <source>The figures are those of the closest option.</source>
        <translation>图中数字为最接近的选项。</translation>
    </message>
</context>
<context>
    <name>segplan::WhyPanel</name>
    <message>
        <source>%1 (%2)</source>
        <comment>source, date</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to the figure before</source>
        <translation>返回上一个数字</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the explanation</source>
        <translation>关闭说明</translation>
    </message>
    <message>
        <source>Why this figure?</source>
        <translation>这个数字怎么来的？</translation>
    </message>
    <message>
        <source>Click any figure, point or bar to see how it was computed and where its inputs come from.</source>
        <translation>点击任意数字、点或条形，查看其计算方法和输入来源。</translation>
    </message>
    <message>
        <source>Range %1 – %2 (90 % of cases)</source>
        <translation>区间 %1 – %2（90 % 的情况）</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>symbol, its meaning</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>what the link opens, the input's name</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
</context>
</TS>
