/** Words that an attacker would try: words of this product and of marketing, recent names, keyboard sequences. */
const OWN_WORDS = `
firsttouch dashboard campaign campaigns advert adverts advertising analytics leads customers login webadmin superadmin
guestuser yourpassword accessdenied confidential welcometo welcomeback foreverlove happybirthday numberone cuteness
iloveyouso jesuslove footballer manchesterunited leedsunited unitedkingdom harleydavidson fortnite roblox twitter
instagram linkedin tiktok snapchat whatsapp yahoo hotmail gmail netflix spotify bitcoin abc abcd abcde abcdef abcdefg
abcdefgh abcdefghi aaa xxx zzz asd qwe zxc qaz wsx edc correcthorse batterystaple correcthorsebatterystaple`

let known: Promise<ReadonlySet<string>> | undefined

/** About 49,000 leaked passwords and our own words. Loaded on first use. */
export const loadCommon = (): Promise<ReadonlySet<string>> => {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...OWN_WORDS.trim().split(/\s+/)]),
  )
  return known
}

const KEYS = `
1234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop 1qaz2wsx3edc4rfv5tgb6yhn7ujm 1q2w3e4r5t6y7u8i9o0p
q1w2e3r4t5y6u7i8o9p0 qazwsxedcrfvtgbyhnujm abcdefghijklmnopqrstuvwxyz zaq12wsxcde34rfv`
const ROWS = KEYS.trim().split(/\s+/)
const WALKS = [...ROWS, ...ROWS.map(row => [...row].toReversed().join(''))].map(row => row + row)

/** True if the text consists of keyboard sequences ("qwerasdf") or of one short part repeated ("abcabc"). */
export const isWalk = (plain: string): boolean => {
  if (/^(.{1,4})\1+.{0,2}$/u.test(plain)) return true
  let rest = plain.replace(/[^\p{L}\p{N}]/gu, '')
  while (rest.length >= 4) {
    let length = rest.length
    while (length >= 4 && !WALKS.some(row => row.includes(rest.slice(0, length)))) length--
    if (length < 4) return false
    rest = rest.slice(length)
  }
  return true
}
