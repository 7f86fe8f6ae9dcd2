"""One row of oracle.csv on standard output: python3 row.py --path CHECKOUT RECIPE ARGUMENT... [--amp]"""
import argparse
import csv
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--path', action='append', default=[], help='folder with the reference package; may be repeated')
    parser.add_argument('--amp', action='store_true')
    parser.add_argument('recipe', help='torchvision, milesial, smp or mmseg')
    parser.add_argument('arguments', nargs='+', help="the recipe's arguments in order")
    options = parser.parse_args()
    sys.path[:0] = options.path
    import measure
    import recipes
    arguments = [int(a) if a.isdigit() else a for a in options.arguments]
    writer = csv.DictWriter(sys.stdout, measure.COLUMNS)
    writer.writeheader()
    writer.writerow(measure.measure(getattr(recipes, options.recipe)(*arguments), options.amp))


if __name__ == '__main__':
    main()
