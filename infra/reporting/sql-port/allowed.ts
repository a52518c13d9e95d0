/** Names that an analyst's statement may use. guard.ts rejects all others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const words = (text: string): string[] => text.trim().split(/\s+/)
const lower = (text: string): ReadonlySet<string> => new Set(words(text.toLowerCase()))

const families = new Map<string, string[]>()
let family = ''
for (const line of readFileSync(join(import.meta.dirname, 'functions.txt'), 'utf8').split('\n')) {
  const name = /^\[(.+)\]$/.exec(line)?.[1]
  if (name) family = name
  else if (line !== '' && !line.startsWith('#'))
    families.set(family, [...(families.get(family) ?? []), ...words(line)])
}

/** Spelled as in the engine. Errors suggest one of these names. */
export const FUNCTION_NAMES: readonly string[] = [...families.values()].flat()
const FUNCTIONS: ReadonlySet<string> = new Set(FUNCTION_NAMES.map(name => name.toLowerCase()))
const AGGREGATES: ReadonlySet<string> = new Set(
  (families.get('Aggregate Functions') ?? []).map(name => name.toLowerCase()),
)
const COMBINATORS =
  /(if|array|map|state|merge|distinct|ornull|ordefault|foreach|resample|argmin|argmax|simplestate|null|tuple)$/

/** `name` is in lower case. An aggregate function may have combinators, as in sumIf. */
export const isFunction = (name: string): boolean => {
  if (FUNCTIONS.has(name)) return true
  for (let base = name; ; ) {
    if (AGGREGATES.has(base)) return true
    const shorter = base.replace(COMBINATORS, '')
    if (shorter === base) return false
    base = shorter
  }
}

/** Names that the engine's parser gives to operators. */
export const OPERATORS = lower('lambda exists interval _CAST')

/** These functions accept no table, file, address or column structure. A structure could contain any expression. */
export const TABLE_FUNCTIONS = lower('numbers numbers_mt zeros zeros_mt generate_series generateSeries')

/** Keywords that may stand before a bracket, although they are not functions. */
export const KEYWORDS = lower(`
  all and any anti array as asof between by case cross cube distinct else end except exists explain filter first following
  from full global grouping having if ignore ilike in inner intersect interval into is join last left like limit natural not
  nulls offset on or order outer over partition preceding prewhere qualify range replace respect right rollup rows
  sample select semi sets table then ties to totals unbounded union using view when where window with columns apply`)

/** Column types that CAST, `::` and parameters may name. */
export const TYPES = lower(`
  Array Bool Date Date32 DateTime DateTime32 DateTime64 Decimal Decimal32 Decimal64 Decimal128 Decimal256 Dec Numeric Enum Enum8
  Enum16 FixedString Float32 Float64 IPv4 IPv6 Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128
  UInt256 LowCardinality Map Nested Nullable Nothing String Time Time64 Tuple UUID Variant VARCHAR CHAR Dynamic JSON
  AggregateFunction SimpleAggregateFunction`)

/** System tables that drivers read to list schemas and columns. The engine shows only what the role may see. */
export const SYSTEM_TABLES: Record<string, ReadonlySet<string>> = {
  system: lower(`
    aggregate_function_combinators build_options collations columns contributors current_roles data_skipping_indices
    data_type_families databases dictionaries enabled_roles formats functions keywords licenses numbers numbers_mt one
    settings table_engines table_functions tables time_zones zeros zeros_mt`),
  information_schema: lower(
    'columns key_column_usage referential_constraints schemata statistics tables views',
  ),
}

const FORMATS = words(`
  Arrow ArrowStream BSONEachRow CSV CSVWithNames CSVWithNamesAndTypes JSON JSONColumns JSONColumnsWithMetadata JSONCompact
  JSONCompactColumns JSONCompactEachRow JSONCompactEachRowWithNames JSONCompactEachRowWithNamesAndTypes
  JSONCompactEachRowWithProgress JSONCompactStrings JSONCompactStringsEachRow JSONCompactStringsEachRowWithNames
  JSONCompactStringsEachRowWithNamesAndTypes JSONEachRow JSONEachRowWithProgress JSONL JSONLines JSONObjectEachRow JSONStrings
  JSONStringsEachRow JSONStringsEachRowWithProgress MD Markdown MsgPack NDJSON Native Null ORC Parquet Pretty PrettyCompact
  PrettyCompactMonoBlock PrettyCompactNoEscapes PrettyJSONEachRow PrettyMonoBlock PrettyNDJSON PrettyNoEscapes
  PrettySpace RowBinary RowBinaryWithNames RowBinaryWithNamesAndTypes TSKV TSV TSVRaw TSVRawWithNames
  TSVRawWithNamesAndTypes TSVWithNames TSVWithNamesAndTypes TabSeparated TabSeparatedRaw TabSeparatedRawWithNames
  TabSeparatedRawWithNamesAndTypes TabSeparatedWithNames TabSeparatedWithNamesAndTypes Values Vertical XML`)
const FORMAT_OF = new Map(FORMATS.map(name => [name.toLowerCase(), name]))

/** The engine's spelling of an allowed format, or undefined. No allowed format reads or writes a file. */
export const outputFormat = (name: string): string | undefined => FORMAT_OF.get(name.toLowerCase())

/** Settings for the format of an answer. Clients send these settings with a query. */
export const SETTINGS_OF_ANSWERS: ReadonlySet<string> = lower(`
  bool_false_representation bool_true_representation cast_keep_nullable date_time_input_format date_time_output_format extremes
  format_csv_delimiter format_csv_null_representation format_tsv_null_representation group_by_use_nulls join_use_nulls
  low_cardinality_allow_in_native_format output_format_always_write_decimal_point_in_float_and_decimal
  output_format_arrow_compression_method output_format_arrow_string_as_string output_format_arrow_use_signed_indexes_for_dictionary
  output_format_binary_encode_types_in_binary_format output_format_binary_write_json_as_string
  output_format_csv_crlf_end_of_line output_format_decimal_trailing_zeros output_format_float_precision
  output_format_json_array_of_rows output_format_json_escape_forward_slashes
  output_format_json_map_as_array_of_tuples output_format_json_named_tuples_as_objects
  output_format_json_quote_64bit_floats output_format_json_quote_64bit_integers output_format_json_quote_decimals
  output_format_json_quote_denormals output_format_json_skip_null_value_in_named_tuples output_format_json_validate_utf8
  output_format_markdown_escape_special_characters output_format_native_encode_types_in_binary_format
  output_format_native_write_json_as_string output_format_orc_compression_method output_format_orc_string_as_string
  output_format_parquet_compression_method output_format_parquet_datetime_as_uint32 output_format_parquet_string_as_string
  output_format_parquet_version output_format_pretty_color output_format_pretty_grid_charset output_format_pretty_highlight_digit_groups
  output_format_pretty_max_column_pad_width output_format_pretty_max_rows output_format_pretty_max_value_width
  output_format_pretty_row_numbers output_format_trim_fixed_string output_format_tsv_crlf_end_of_line
  output_format_write_statistics prefer_column_name_to_alias session_timezone totals_mode`)

/** Whether this port ignores a setting that clients send to any server. */
export const isWithoutEffect = (name: string): boolean =>
  WORK.has(name) ||
  WORK_PREFIXES.some(prefix => name.startsWith(prefix)) ||
  name.endsWith('_timeout') ||
  name.endsWith('_timeout_ms') ||
  (name.startsWith('enable_') && name.endsWith('_type'))

const WORK =
  lower(`readonly enable_http_compression wait_end_of_query buffer_size wait_for_async_insert use_query_cache priority
  cancel_http_readonly_queries_on_client_close mutations_sync select_sequential_consistency interactive_delay
  result_overflow_mode timeout_overflow_mode final`)
const WORK_PREFIXES =
  words(`max_ min_ send_ http_ async_insert wait_for_async_insert_ insert_ input_format_ log_ query_cache_
    allow_experimental_ allow_suspicious_ client_ network_ connect_ receive_`)
