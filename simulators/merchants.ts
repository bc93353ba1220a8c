import type { ThreeDs } from '#server/outside/issuers/authorization.ts'

/** How a merchant behaves. Every profile except `ordinary` exists to trigger a behaviour. */
export type Profile =
  | 'ordinary'
  | 'recurring'
  | 'ads' // many charges, cleared for the exact amount
  | 'tips' // clears for more than was authorized
  | 'fuel' // authorizes a round amount, clears for less
  | 'hotel' // longer stays: increments, and clears over
  | 'split' // ships in parts: clears twice
  | 'verifies' // authorizes $0 or $1 first and reverses it
  | 'declines' // the network declines before asking us
  | 'challenges' // always a 3-D challenge, which waits for a code
  | 'challengeFails' // always a 3-D challenge, failed
  | 'blocked' // a merchant category that card programmes do not serve

export type SimulatedMerchant = {
  merchantId: string
  name: string
  /** Statement descriptors; merchants use several spellings. */
  descriptors: readonly string[]
  mcc: string
  country: string
  currency: string
  profile: Profile
  /** A usual purchase in cents, from and to. */
  usual: readonly [number, number]
}

const usual: Record<Profile, readonly [number, number]> = {
  ordinary: [900, 12_000],
  recurring: [499, 3_000],
  ads: [2_500, 30_000],
  tips: [1_200, 8_000],
  fuel: [5_000, 10_000],
  hotel: [9_000, 42_000],
  split: [3_000, 20_000],
  verifies: [0, 100],
  declines: [1_000, 5_000],
  challenges: [1_000, 9_000],
  challengeFails: [1_000, 9_000],
  blocked: [1_000, 9_000],
}

type Row = [
  id: string,
  name: string,
  mcc: string,
  country: string,
  currency: string,
  profile: Profile,
  ...descriptors: string[],
]

// prettier-ignore
const rows: Row[] = [
  ['amazon', 'AMAZON.COM', '5942', 'US', 'USD', 'split', 'AMAZON.COM*2K4TR81Q3', 'Amazon.com*MK7RT0X12'],
  ['amazon_marketplace', 'AMZN Mktp', '5999', 'US', 'USD', 'ordinary', 'AMZN Mktp US*RT4W81', 'AMZN MKTP US*2H9KL0'],
  ['shopify', 'SHOPIFY', '5734', 'CA', 'USD', 'recurring', 'SHOPIFY* 218840117'],
  ['facebook_ads', 'FACEBK ADS', '7311', 'IE', 'USD', 'ads', 'FACEBK *7XK2M9PQ42', 'FACEBK ADS fb.me/ads'],
  ['google_ads', 'GOOGLE ADS', '7311', 'US', 'USD', 'ads', 'GOOGLE*ADS4410982712', 'GOOGLE ADS cc@google.com'],
  ['tiktok_ads', 'TIKTOK ADS', '7311', 'SG', 'USD', 'ads', 'TIKTOK ADS 6592817', 'TikTok Ads Singapore'],
  ['x_ads', 'X CORP. ADS', '7311', 'US', 'USD', 'ads', 'X CORP. PAID FEATURES'],
  ['linkedin_ads', 'LINKEDIN ADS', '7311', 'IE', 'USD', 'ads', 'LinkedIn Ads 884120'],
  ['pinterest_ads', 'PINTEREST ADS', '7311', 'US', 'USD', 'ads', 'Pinterest Advertising'],
  ['snapchat_ads', 'SNAP ADS', '7311', 'US', 'USD', 'ads', 'SNAP INC ADS'],
  ['bing_ads', 'MICROSOFT ADVERTISING', '7311', 'US', 'USD', 'ads', 'Microsoft*Ads-E0800'],
  ['openai', 'OPENAI', '5734', 'US', 'USD', 'recurring', 'OPENAI *CHATGPT SUBSCR', 'OPENAI'],
  ['anthropic', 'ANTHROPIC', '5734', 'US', 'USD', 'recurring', 'CLAUDE.AI SUBSCRIPTION'],
  ['github', 'GITHUB', '5734', 'US', 'USD', 'recurring', 'GITHUB, INC.'],
  ['microsoft', 'MICROSOFT', '5045', 'US', 'USD', 'recurring', 'MICROSOFT*365 P', 'Microsoft*Store'],
  ['aws', 'AWS', '7372', 'US', 'USD', 'ordinary', 'AMAZON WEB SERVICES', 'AWS EMEA aws.amazon.co'],
  ['digitalocean', 'DIGITALOCEAN', '7372', 'US', 'USD', 'recurring', 'DIGITALOCEAN.COM'],
  ['cloudflare', 'CLOUDFLARE', '4816', 'US', 'USD', 'recurring', 'CLOUDFLARE'],
  ['godaddy', 'GODADDY', '4816', 'US', 'USD', 'ordinary', 'DNH*GODADDY.COM'],
  ['namecheap', 'NAMECHEAP', '4816', 'US', 'USD', 'ordinary', 'NAME-CHEAP.COM* 8R2L'],
  ['netflix', 'NETFLIX', '4899', 'US', 'USD', 'recurring', 'NETFLIX.COM', 'Netflix 8665797172'],
  ['youtube', 'YOUTUBE PREMIUM', '4899', 'US', 'USD', 'recurring', 'GOOGLE *YouTubePremium'],
  ['spotify', 'SPOTIFY', '5815', 'SE', 'EUR', 'recurring', 'Spotify P2A81C'],
  ['steam', 'STEAM', '5816', 'US', 'USD', 'ordinary', 'STEAMGAMES.COM 425952', 'WL *STEAM PURCHASE'],
  ['playstation', 'PLAYSTATION', '5816', 'US', 'USD', 'ordinary', 'PlayStation Network'],
  ['apple', 'APPLE.COM/BILL', '5735', 'US', 'USD', 'recurring', 'APPLE.COM/BILL'],
  ['google_play', 'GOOGLE PLAY', '5735', 'US', 'USD', 'ordinary', 'GOOGLE *Play Apps'],
  ['ebay', 'EBAY', '5399', 'US', 'USD', 'ordinary', 'EBAY O*14-11827-40921'],
  ['aliexpress', 'ALIEXPRESS', '5999', 'SG', 'CNY', 'split', 'ALIEXPRESS.COM', 'Alipay Singapore E-Com'],
  ['alibaba', 'ALIBABA.COM', '5045', 'SG', 'USD', 'ordinary', 'ALIBABA.COM SINGAPORE'],
  ['temu', 'TEMU', '5311', 'US', 'USD', 'ordinary', 'TEMU.COM'],
  ['walmart', 'WALMART', '5411', 'US', 'USD', 'ordinary', 'WALMART.COM 8009666546', 'WM SUPERCENTER #2119'],
  ['nike', 'NIKE', '5655', 'US', 'USD', 'ordinary', 'NIKE.COM'],
  ['shein', 'SHEIN', '5651', 'SG', 'USD', 'ordinary', 'SHEIN.COM'],
  ['etsy', 'ETSY', '5947', 'US', 'USD', 'ordinary', 'ETSY.COM*MULTIPLE SHOPS'],
  ['paypal', 'PAYPAL *DIGITALGOODS', '5968', 'US', 'USD', 'ordinary', 'PAYPAL *DIGITALGOODS'],
  ['paypal_wallet', 'PAYPAL *WALLET', '6051', 'US', 'USD', 'blocked', 'PAYPAL *ADD TO BALANCE'],
  ['booking', 'BOOKING.COM', '4722', 'NL', 'EUR', 'hotel', 'BOOKING.COM HOTEL AMST', 'BKG*HOTEL AT BOOKING.C'],
  ['airbnb', 'AIRBNB', '4722', 'US', 'USD', 'hotel', 'AIRBNB * HMQX2T'],
  ['marriott', 'MARRIOTT', '7011', 'US', 'USD', 'hotel', 'MARRIOTT SAN FRANCISCO'],
  ['hertz', 'HERTZ', '3357', 'US', 'USD', 'hotel', 'HERTZ RENT-A-CAR'],
  ['uber', 'UBER', '4121', 'US', 'USD', 'tips', 'UBER *TRIP HELP.UBER.C', 'UBER   *TRIP'],
  ['delta', 'DELTA AIR', '3058', 'US', 'USD', 'ordinary', 'DELTA AIR 0062341998120'],
  ['cathay', 'CATHAY PACIFIC', '3099', 'HK', 'HKD', 'ordinary', 'CATHAY PACIFIC AIRWAYS'],
  ['shell', 'SHELL', '5542', 'US', 'USD', 'fuel', 'SHELL OIL 574400112'],
  ['bistro', 'BLUE DOOR BISTRO', '5812', 'US', 'USD', 'tips', 'TST* BLUE DOOR BISTRO', 'SQ *BLUE DOOR BISTRO'],
  ['starbucks', 'STARBUCKS', '5814', 'US', 'USD', 'ordinary', 'STARBUCKS 800-782-7282'],
  ['tesco', 'TESCO', '5411', 'GB', 'GBP', 'ordinary', 'TESCO STORES 2847'],
  ['rakuten', 'RAKUTEN', '5311', 'JP', 'JPY', 'ordinary', 'RAKUTEN ICHIBA'],
  ['coupang', 'COUPANG', '5311', 'KR', 'KRW', 'ordinary', 'COUPANG CO LTD'],
  ['atlassian', 'ATLASSIAN', '5734', 'AU', 'AUD', 'recurring', 'ATLASSIAN* SYDNEY'],
  ['notion', 'NOTION', '5734', 'US', 'USD', 'verifies', 'NOTION LABS, INC.'],
  ['trial_box', 'TRIAL BOX', '5968', 'US', 'USD', 'verifies', 'TRIALBOX FREE TRIAL'],
  ['red_cross', 'RED CROSS', '8398', 'CH', 'USD', 'ordinary', 'RED CROSS DONATION'],
  ['tinder', 'TINDER', '7273', 'US', 'USD', 'recurring', 'TINDER.COM'],
  ['bet_casino', 'LUCKY BET CASINO', '7995', 'MT', 'EUR', 'blocked', 'LUCKYBET CASINO'],
  ['coin_exchange', 'COIN EXCHANGE', '6051', 'US', 'USD', 'blocked', 'COINEXCHANGE.EXAMPLE'],
  ['atm', 'ATM WITHDRAWAL', '6011', 'US', 'USD', 'blocked', 'ATM WITHDRAWAL 0042'],
  ['money_transfer', 'SWIFT REMIT', '4829', 'US', 'USD', 'blocked', 'SWIFTREMIT TRANSFER'],
  ['tehran_bazaar', 'TEHRAN BAZAAR', '5311', 'IR', 'USD', 'blocked', 'TEHRAN BAZAAR'],
  ['always_declines', 'ALWAYS DECLINES', '5999', 'US', 'USD', 'declines', 'ALWAYS DECLINES TEST'],
  ['always_challenges', 'ALWAYS CHALLENGES', '5999', 'US', 'USD', 'challenges', 'ALWAYS CHALLENGES TEST'],
  ['challenge_fails', 'CHALLENGE FAILS', '5999', 'US', 'USD', 'challengeFails', 'CHALLENGE FAILS TEST'],
]

export const merchants: readonly SimulatedMerchant[] = rows.map(
  ([id, name, mcc, country, currency, profile, ...descriptors]) => ({
    merchantId: `mer_${id}`,
    name,
    descriptors,
    mcc,
    country,
    currency,
    profile,
    usual: usual[profile],
  }),
)

const byId = new Map(merchants.map((merchant) => [merchant.merchantId, merchant]))
export const merchantOf = (merchantId: string): SimulatedMerchant | undefined => byId.get(merchantId)

/** The result on the cardholder's bank page where no code was requested. */
export const threeDsAt = (profile: Profile): ThreeDs =>
  profile === 'challengeFails' ? 'FAILED' : profile === 'ordinary' || profile === 'hotel' ? 'FRICTIONLESS' : 'NONE'
