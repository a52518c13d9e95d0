/**
 * The number as messaging apps want it: digits with the country first, or null when it cannot be one. A number without a
 * country is taken as British, where the customers are. The stored number stays as it was typed.
 */
export const internationalDigits = (phone: string): string | null => {
  const typed = phone.trim()
  const digits = typed.replace(/\(0\)/, '').replace(/\D/g, '')
  const number = typed.startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? digits.slice(2)
      : digits.startsWith('0')
        ? `44${digits.slice(1)}`
        : digits
  return /^[1-9]\d{5,14}$/.test(number) ? number : null
}
