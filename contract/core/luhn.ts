/** Returns the check digit that makes a number pass the Luhn check. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let at = digits.length - 1, double = true; at >= 0; at--, double = !double) {
    const digit = Number(digits[at]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

export const passesLuhn = (number: string): boolean =>
  /^\d{12,19}$/.test(number) && checkDigit(number.slice(0, -1)) === number.at(-1)
