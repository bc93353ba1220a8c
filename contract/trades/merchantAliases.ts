/**
 * Merchants by the names people know, and what the card network writes instead: "Facebook" appears on a statement as FACEBK. One line for each merchant whose
 * network spelling differs from its name.
 */
type Line = { readonly names: readonly string[]; readonly spellings: readonly string[] }

const merchantAliases: readonly Line[] = [
  { names: ['facebook', 'fb', 'meta', 'instagram', '脸书'], spellings: ['FACEBK', 'META PLATFORMS'] },
  { names: ['google', 'google adwords', 'adwords', 'gads', '谷歌'], spellings: ['GOOGLE ADS', 'GOOGLE'] },
  { names: ['youtube', 'you tube', 'yt premium', '油管'], spellings: ['YOUTUBE'] },
  { names: ['tiktok', 'tik tok', 'bytedance', '抖音', '字节跳动'], spellings: ['TIKTOK', 'TIKTOK ADS'] },
  { names: ['openai', 'open ai', 'chatgpt', 'chat gpt', 'gpt'], spellings: ['OPENAI', 'CHATGPT'] },
  { names: ['anthropic', 'claude'], spellings: ['ANTHROPIC', 'CLAUDE AI'] },
  { names: ['amazon', 'amzn', '亚马逊'], spellings: ['AMAZON', 'AMZN'] },
  { names: ['aws', 'amazon web services', '亚马逊云'], spellings: ['AWS', 'AMAZON WEB SERVICES'] },
  { names: ['microsoft', 'msft', 'office 365', 'm365', '微软'], spellings: ['MICROSOFT', 'MSFT'] },
  { names: ['bing', 'bing ads', '必应'], spellings: ['MICROSOFT ADS', 'MICROSOFT ADVERTISING'] },
  { names: ['twitter', 'x ads', '推特'], spellings: ['X CORP', 'TWITTER'] },
  { names: ['linkedin', '领英'], spellings: ['LINKEDIN'] },
  { names: ['snapchat', 'snap chat'], spellings: ['SNAP ADS', 'SNAP INC', 'SNAPCHAT'] },
  { names: ['apple', 'itunes', 'app store', 'icloud', '苹果'], spellings: ['APPLE COM', 'ITUNES'] },
  { names: ['playstation', 'psn', 'sony playstation', '索尼'], spellings: ['PLAYSTATION'] },
  { names: ['steam', 'valve'], spellings: ['STEAM'] },
  { names: ['netflix', '奈飞', '网飞'], spellings: ['NETFLIX'] },
  { names: ['spotify'], spellings: ['SPOTIFY'] },
  { names: ['paypal', '贝宝'], spellings: ['PAYPAL'] },
  { names: ['aliexpress', 'ali express', '速卖通'], spellings: ['ALIEXPRESS'] },
  { names: ['alibaba', '阿里巴巴'], spellings: ['ALIBABA'] },
  { names: ['walmart', 'wal mart', '沃尔玛'], spellings: ['WALMART', 'WM SUPERCENTER'] },
  { names: ['shein', '希音'], spellings: ['SHEIN'] },
  { names: ['temu'], spellings: ['TEMU'] },
  { names: ['ebay', '亿贝', '易贝'], spellings: ['EBAY'] },
  { names: ['namecheap', 'name cheap'], spellings: ['NAMECHEAP', 'NAME CHEAP'] },
  { names: ['godaddy', 'go daddy'], spellings: ['GODADDY'] },
  { names: ['booking', '缤客'], spellings: ['BOOKING COM', 'BKG HOTEL'] },
  { names: ['airbnb', '爱彼迎'], spellings: ['AIRBNB'] },
  { names: ['uber', '优步'], spellings: ['UBER'] },
  { names: ['starbucks', '星巴克'], spellings: ['STARBUCKS'] },
]

/** Normalises to lower-case letters and digits of every script with single spaces: `GOOGLE*ADS44` and "google ads44" become equal. */
const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** From this length on, an unfinished name matches the names that start with it. */
const TYPED = 4

/** Returns the number after the name, which identifies one of a merchant's many descriptors: the 44 of "Facebook 44", but not the Ads of "Facebook Ads". */
function numberBehind(named: string, names: readonly string[]): string {
  const name = names.filter((known) => named.startsWith(`${known} `)).sort((a, b) => b.length - a.length)[0]
  const rest = name === undefined ? '' : named.slice(name.length)
  return /\d/.test(rest) ? rest : ''
}

/** Returns the network's spellings of a named merchant; empty if the network uses the name itself. */
export function spellingsOf(words: string): string[] {
  const named = plain(words)
  const meant = merchantAliases.filter(({ names }) =>
    names.some(
      (name) => named === name || named.startsWith(`${name} `) || (named.length >= TYPED && name.startsWith(named)),
    ),
  )
  return [
    ...new Set(
      meant.flatMap(({ names, spellings }) => spellings.map((spelling) => spelling + numberBehind(named, names))),
    ),
  ]
}

const literal = (words: string): string => words.replace(/[\\%_]/g, '\\$&')
/** Allows anything between the words of a spelling. */
const loose = (spelling: string): string => spelling.replaceAll(' ', '%')

/** Returns patterns for `ILIKE ANY`: the words anywhere, or one of the network's spellings. */
export const patternsOf = (words: string): string[] => [
  `%${literal(words)}%`,
  ...spellingsOf(words).map((spelling) => `%${loose(spelling)}%`),
]
/** Returns the prefixes of the most likely match, in the network's spelling if there is one. */
export const beginningsOf = (words: string): string[] => {
  const spellings = spellingsOf(words)
  return spellings.length > 0 ? spellings.map((spelling) => `${loose(spelling)}%`) : [`${literal(words)}%`]
}
