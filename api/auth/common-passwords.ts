/** Passwords that are the first to be tried: those that were seen most often, and what they are made of. */

let seen: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 in lower case, from leaks; loaded only where a password is judged. */
export const loadSeen = (): Promise<ReadonlySet<string>> => {
  seen ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return seen
}

/** In lower case. Digits or marks around them, look-alike digits, and a word said twice are found by rule, as are keys in a row. */
const WORDS = `
password passwort passw passwd pass word parola senha contrasena motdepasse wachtwoord haslo admin administrator
superadmin sysadmin root user username guest guestuser default login logon master manager staff office system server
service support helpdesk info webmaster webadmin owner boss test tester testing testuser testtest demo sample example
temp temporary changeme changeit change newpassword mypassword yourpassword nopassword secret topsecret mysecret letmein
letmeinnow openup opensesame access accessdenied security secure private confidential welcome welcometo welcomeback hello
helloworld hellohello goodbye goodmorning thankyou please trustno trustme iloveyou iloveu ilove iloveme loveyou loveme
lovely lover lovers loverboy forever foreverlove truelove mylove sweetheart sweetie babygirl babyboy babyblue baby angel
angels angelina princess prince queen king kingdom sunshine moonlight starlight rainbow butterfly flower flowers rose
roses daisy lily violet cherry strawberry chocolate cookie cookies candy sugar honey peanut banana orange apple apples
pineapple coffee cheese pizza chicken bacon pumpkin pepper ginger football footballer soccer baseball basketball
softball volleyball hockey tennis golf golfer cricket rugby swimming running skating skateboard snowboard surfing
fishing hunting racing wrestling boxing karate ninja samurai warrior warriors soldier knight wizard dragon dragons tiger
tigers lion lions panther bulldog bulldogs eagle eagles falcon falcons hawks phoenix wolf wolves wolfpack bear bears
monkey monkeys gorilla elephant dolphin dolphins shark sharks turtle rabbit bunny kitty kitten kittycat pussycat puppy
doggie horse horses pony unicorn spider spiderman superman batman ironman wolverine starwars startrek skywalker
darthvader yoda matrix gandalf frodo hobbit harrypotter hogwarts pokemon pikachu mario luigi sonic zelda minecraft
fortnite roblox playstation nintendo xbox gamer gaming killer hunter shadow ghost phantom demon devil lucifer satan hell
heaven jesus jesuschrist jesuslove christ christian godisgood godislove blessed blessing faith grace church bible
michael jennifer jessica ashley amanda daniel matthew andrew joshua justin christopher anthony robert thomas william
joseph charles charlie richard steven kevin brian george edward patrick alexander alexandra nicholas jonathan benjamin
samantha stephanie nicole elizabeth victoria michelle melissa rebecca rachel heather amber danielle vanessa natalie
hannah olivia sophie sophia emily emma charlotte isabella lauren megan chloe lucy abigail gabriel oliver oscar harry
jack james jacob ryan tyler austin brandon dylan logan mason jordan taylor morgan jasmine crystal diamond ruby amethyst
sapphire emerald liverpool chelsea arsenal everton rangers celtic manchester manutd manchesterunited mancity tottenham
spurs westham newcastle sunderland leeds leedsunited astonvilla barcelona realmadrid juventus london england scotland
ireland wales britain unitedkingdom america american canada australia germany france paris italy spain brazil mexico
india pakistan nigeria jamaica newyork california texas florida boston chicago dallas cowboys lakers yankees redsox
steelers packers raiders patriots ferrari porsche mercedes corvette mustang camaro chevrolet chevy toyota honda yamaha
suzuki harley harleydavidson kawasaki computer internet samsung iphone android windows microsoft google facebook
twitter instagram linkedin youtube tiktok snapchat whatsapp yahoo hotmail gmail amazon netflix spotify paypal myspace
summer winter spring autumn january february march april june july august september october november december monday
tuesday wednesday thursday friday saturday sunday weekend holiday christmas halloween birthday happy happiness
happybirthday sunny music musica guitar drummer rockstar rocknroll metallica slipknot nirvana beatles eminem biggie
tupac snoop blink greenday linkinpark iloveyouso freedom liberty justice peace power energy victory winner champion
legend hero heroes money dollar million millionaire gold golden silver platinum bitcoin business company marketing
campaign campaigns advert adverts advertising analytics dashboard firsttouch trial leads lead customer customers
whatever nothing something anything everything nobody somebody fuckyou fuckoff asshole bullshit shithead
sexy playboy butthead stupid idiot loser crazy creative
beautiful gorgeous handsome pretty cutie cuteness awesome amazing fantastic perfect excellent number numberone onetwo
onetwothree abc abcd abcde abcdef abcdefg abcdefgh abcdefghi aaa xxx zzz asd qwe zxc qaz wsx edc correcthorsebatterystaple
correcthorse batterystaple`

export const COMMON: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))

const ROWS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].concat(
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujm',
  'abcdefghijklmnopqrstuvwxyz',
  'zaq12wsxcde34rfv',
)
const WALKS = [...ROWS, ...ROWS.map(row => [...row].toReversed().join(''))].map(row => row + row)

/** Made of keys in a row, four or more at a time, or of one short piece over and over. */
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
