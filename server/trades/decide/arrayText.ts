/** Values as the text of one PostgreSQL array. */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value !== 'string') text += value
    else text += NEEDS_NOTHING.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
  }
  return `${text}}`
}

/** Neither empty nor the word NULL, and no character that an array's text gives a meaning to. */
const NEEDS_NOTHING = /^(?!null$)[\w.:@-]+$/i
