/** Digits with the country first, as messaging apps want them, or null. A number without a country is taken as British. */
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
