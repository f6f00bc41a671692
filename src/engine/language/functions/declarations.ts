// Every built-in function in one line, its declaration: how it is called, with how many arguments, what it takes and gives (a
// name of signatures.ts), what becomes of units, its JavaScript, and an example of the reference with its meaning. Where
// one line has no code, compile/builtins.ts writes it; the reference evaluator works all of them out a second time.
//
// Units: as the first argument, as the third, the root of it, a pure number of a pure number, a count, or as all arguments, which
// must agree; `compares` and `joins` say in which words they do not; `day` and `month` are what the second counts. In the code
// `$0` and so on are the arguments, `$*` all of them, `$site` the value that is blamed, `$ranks` the order of a scale's words;
// after `finite` it may leave the real numbers.
export const DECLARATIONS = `
min(a, b, ...) or min(list) | 1+ | extreme | agrees |  | min(3, 1, 2) | 1 | least of numbers, dates or words of a scale; null if any is null
max(a, b, ...) or max(list) | 1+ | extreme | agrees |  | max([3, 1, 2]) | 3 | greatest; both take several arguments or one list
abs(number) | 1 | magnitude | first |  | abs(-2.5) | 2.5 | without sign
sqrt(number) | 1 | number | root |  | sqrt(16) | 4 | square root
exp(number) | 1 | number | pure | finite Math.exp($0) | exp(0) | 1 | e to this power
log(number) | 1 | number | pure | finite Math.log($0) | log(1) | 0 | natural logarithm
sin(number) | 1 | number | pure | Math.sin($0) | sin(pi / 2) | 1 | sine; angles in radians
cos(number) | 1 | number | pure | Math.cos($0) | cos(0) | 1 | cosine
tan(number) | 1 | number | pure | finite Math.tan($0) | tan(0) | 0 | tangent
asin(number) | 1 | number | pure | finite Math.asin($0) | asin(1) * 2 / pi | 1 | angle of a sine
acos(number) | 1 | number | pure | finite Math.acos($0) | acos(1) | 0 | angle of a cosine
atan(number) | 1 | number | pure | Math.atan($0) | atan(0) | 0 | angle of a tangent
ceil(number) | 1 | whole | first | CEIL($0) | ceil(2.1) | 3 | next whole number up; [next to nothing above one](#comparison) is that one
floor(number) | 1 | whole | first | FLOOR($0) | floor(-2.1) | -3 | next whole number down, in the same way
round(number, decimals) | 2 | number | first | R($0, $1) | round(2.345, 2) | 2.35 | to so many decimals, half away from zero
significant(number, figures) | 2 | number | first | finite SIG($0, $1) | significant(154176, 3) | 154000 | to so many significant figures, half away from zero
clamp(number, low, high) | 3 | number | agrees | Math.min(Math.max($0, $1), $2) | clamp(7, 0, 5) | 5 | between low and high
interpolate(x, list of x, list of y) | 3 | points | third | INT($0, $1, $2, $site) | interpolate(2.5, [0, 5, 10], [1, 2, 4]) | 1.5 | on straight lines through points given by two lists; ends held
count(list) | 1 | count | count | $0.length | count([3, 1]) | 2 | items of a list
sum(list of numbers) | 1 | sum | first | SUM($0, $site) | sum([3, 1, 2]) | 6 | of a list of numbers; null if any is null
first(list) | 1 | item | first | ($0[0] ?? null) | first([3, 1, 2]) | 3 | null of an empty list
last(list) | 1 | item | first | ($0.at(-1) ?? null) | last([3, 1, 2]) | 2 | null of an empty list
take(list, number) | 2 | take | first | $0.slice(0, $1) | take([3, 1, 2], 2) | [3, 1] | the first so many
has(list, item) | 2 | has | compares | HAS($0, $1) | has([3, 1, 2], 1) | true | whether the list holds it
concat(list, list) | 2+ | joined | joins | [].concat($*) | concat([3], [1, 2]) | [3, 1, 2] | lists one after the other
one_of(x, a, b, ...) | 2+ | among | compares |  | one_of(band, "E", "D") | true | whether the first is among the others; null is not
lower(text) | 1 | text | none | $0.toLowerCase() | lower("Ab") | "ab" | small letters
upper(text) | 1 | text | none | $0.toUpperCase() | upper("Ab") | "AB" | capitals
trim(text) | 1 | text | none | $0.trim() | trim("  a b ") | "a b" | without outer spaces
replace(text, text, text) | 3 | text | none |  | replace("a-b c", "[ -]", "") | "abc" | every match of a regular expression, which stands in quotes
split(text, text) | 2 | texts | none | $0.split($1) | split("a,b", ",") | ["a", "b"] | pieces between a separator
number(text) | 1 | numeral | none | NUM($0) | number(" 12.5 ") | 12.5 | the number that a text is, else null
in_words(number) | 1 | words | none | WORDS($0) | in_words(10) | "ten" | a whole number up to twenty as a sentence writes it, any other in digits
long_date(date) | 1 | long_date | none | LONG($0) | long_date("2018-04-01") | "1 April 2018" | a date as a sentence writes it
steps_above(word, word) | 2 | steps | none | ($ranks[$0] - $ranks[$1]) | steps_above(band, "E") | 1 | how many steps the first word lies above the second on their scale; negative below it
starts_with(text, text) | 2 | truth | none | $0.startsWith($1) | starts_with("S355", "S") | true | whether the first text begins with the second
ends_with(text, text) | 2 | truth | none | $0.endsWith($1) | ends_with("S355", "55") | true | whether the first text ends with the second
contains(text, text) | 2 | truth | none | $0.includes($1) | contains("S355 J2", "J2") | true | whether the second text stands in the first
year(date) | 1 | part | none | Number($0.slice(0, 4)) | year("2026-11-01") | 2026 | calendar year of a date, a plain number
month(date) | 1 | part | none | Number($0.slice(5, 7)) | month("2026-11-01") | 11 | month of a date
day(date) | 1 | part | none | Number($0.slice(8, 10)) | day("2026-11-01") | 1 | day of the month
add_days(date, number) | 2 | later | day | LATER($0, 0, $1, $site) | add_days("2026-11-01", 30) | "2026-12-01" | a date so many days later or, with minus, earlier
add_months(date, number) | 2 | later | month | LATER($0, $1, 0, $site) | add_months("2026-08-31", 6) | "2027-02-28" | a date so many months later or earlier, the last day of a month that has no such day
`;
