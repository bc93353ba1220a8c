/** Values as the text of one PostgreSQL array. */
export const arrayText = (values: readonly Value[]): string => `{${values.map(elementText).join(',')}}`

type Value = string | number | boolean | null

/** In quotes whatever it says: to look at each whether it needs them costs more than the quotes. */
function elementText(value: Value): string | number | boolean {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return value
  return value.includes('"') || value.includes('\\') ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
