-- Brands: one for the many names under which a company charges cards. `words` stand on statements and say of which brand a merchant is; `aliases` are what people call it and only
-- find it; with `mccs`, it is matched at these kinds of merchants only. A brand that was merged into another stays as a pointer, because documents name brands by their ids.
CREATE TABLE merchant_brand (
  brand_id    text        COLLATE "C" PRIMARY KEY,
  name        text        NOT NULL,
  words       text[]      NOT NULL,
  aliases     text[]      NOT NULL,
  mccs        text[]      NOT NULL,
  merged_into text        COLLATE "C",
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  CHECK (merged_into <> brand_id)
);

-- One row. `version` counts every change of a brand, so that a process sees by one number that it must read again. Merchants up to `matched_no` have been matched with the brands of
-- this version, whatever version of the server stored them.
CREATE TABLE brand_catalogue (
  one        boolean DEFAULT true PRIMARY KEY CHECK (one),
  version    bigint  NOT NULL DEFAULT 0,
  matched_no integer NOT NULL DEFAULT 0
);
INSERT INTO brand_catalogue DEFAULT VALUES;

ALTER TABLE merchant ADD COLUMN brand_id text COLLATE "C";
-- Without an entry at first, because no merchant has a brand yet, so it is built at once.
CREATE INDEX merchant_by_brand ON merchant (brand_id) WHERE brand_id IS NOT NULL;

INSERT INTO merchant_brand (brand_id, name, words, aliases, mccs, created_at, updated_at)
SELECT 'brd_' || lpad(n::text, 26, '0'), name, words::text[], aliases::text[], mccs::text[], '2026-01-01', '2026-01-01'
  FROM (VALUES
    (1, 'Facebook', '{FACEBK,FACEBOOK,META PLATFORMS,FB ME ADS,INSTAGRAM}', '{fb,meta,脸书}', '{}'),
    (2, 'Google Ads', '{GOOGLE ADS,GOOGLE ADWORDS,ADWORDS}', '{gads,谷歌,谷歌广告}', '{}'),
    (3, 'Google', '{GOOGLE}', '{谷歌}', '{}'),
    (4, 'Google Play', '{GOOGLE PLAY}', '{谷歌}', '{}'),
    (5, 'Google Cloud', '{GOOGLE CLOUD}', '{gcp,谷歌,谷歌云}', '{}'),
    (6, 'YouTube', '{YOUTUBE,GOOGLE YOUTUBE,GOOGLE YOUTUBEPREMIUM}', '{you tube,yt premium,油管}', '{}'),
    (7, 'TikTok', '{TIKTOK,TIKTOK ADS}', '{tik tok,bytedance,抖音,字节跳动}', '{}'),
    (8, 'X (Twitter)', '{X CORP,TWITTER}', '{x ads,推特}', '{}'),
    (9, 'LinkedIn', '{LINKEDIN}', '{领英}', '{}'),
    (10, 'Pinterest', '{PINTEREST}', '{}', '{}'),
    (11, 'Snapchat', '{SNAPCHAT,SNAP ADS,SNAP INC}', '{snap chat}', '{}'),
    (12, 'Microsoft Advertising', '{MICROSOFT ADVERTISING,MICROSOFT ADS,BING ADS}', '{bing,必应}', '{}'),
    (13, 'OpenAI', '{OPENAI,CHATGPT}', '{open ai,chat gpt,gpt}', '{}'),
    (14, 'Anthropic', '{ANTHROPIC,CLAUDE AI}', '{claude}', '{}'),
    (15, 'GitHub', '{GITHUB}', '{git hub}', '{}'),
    (16, 'Microsoft', '{MICROSOFT,MSFT}', '{office 365,m365,微软}', '{}'),
    (17, 'AWS', '{AWS,AMAZON WEB SERVICES}', '{亚马逊云}', '{}'),
    (18, 'Amazon', '{AMAZON,AMZN}', '{亚马逊}', '{}'),
    (19, 'Shopify', '{SHOPIFY}', '{}', '{}'),
    (20, 'DigitalOcean', '{DIGITALOCEAN}', '{digital ocean}', '{}'),
    (21, 'Cloudflare', '{CLOUDFLARE}', '{cloud flare}', '{}'),
    (22, 'GoDaddy', '{GODADDY,DNH GODADDY}', '{go daddy}', '{}'),
    (23, 'Namecheap', '{NAMECHEAP,NAME CHEAP}', '{}', '{}'),
    (24, 'Netflix', '{NETFLIX}', '{奈飞,网飞}', '{}'),
    (25, 'Spotify', '{SPOTIFY}', '{}', '{}'),
    (26, 'Steam', '{STEAM,STEAMGAMES,WL STEAM}', '{valve}', '{5734,5815,5816,5817,5818}'),
    (27, 'PlayStation', '{PLAYSTATION,PLAYSTATIONNETWORK}', '{psn,sony playstation,索尼}', '{}'),
    (28, 'Apple', '{APPLE COM,APPLE SERVICES,APPLE STORE,ITUNES}', '{app store,icloud,苹果}', '{}'),
    (29, 'eBay', '{EBAY}', '{亿贝,易贝}', '{}'),
    (30, 'AliExpress', '{ALIEXPRESS}', '{ali express,速卖通}', '{}'),
    (31, 'Alibaba', '{ALIBABA}', '{阿里巴巴}', '{}'),
    (32, 'Temu', '{TEMU}', '{}', '{}'),
    (33, 'Walmart', '{WALMART,WAL MART,WM SUPERCENTER}', '{沃尔玛}', '{}'),
    (34, 'Nike', '{NIKE}', '{耐克}', '{}'),
    (35, 'SHEIN', '{SHEIN}', '{希音}', '{}'),
    (36, 'Etsy', '{ETSY}', '{}', '{}'),
    (37, 'PayPal', '{PAYPAL}', '{贝宝}', '{}'),
    (38, 'Booking.com', '{BOOKING COM,BKG HOTEL,BKG BOOKING}', '{booking,缤客}', '{}'),
    (39, 'Airbnb', '{AIRBNB}', '{爱彼迎}', '{}'),
    (40, 'Marriott', '{MARRIOTT}', '{万豪}', '{}'),
    (41, 'Hertz', '{HERTZ}', '{赫兹租车}', '{3357,7512}'),
    (42, 'Uber', '{UBER}', '{优步}', '{}'),
    (43, 'Delta Air Lines', '{DELTA AIR}', '{达美航空}', '{}'),
    (44, 'Cathay Pacific', '{CATHAY PACIFIC,CATHAYPAC}', '{国泰航空}', '{}'),
    (45, 'Shell', '{SHELL,SHELL OIL}', '{壳牌}', '{5541,5542}'),
    (46, 'Starbucks', '{STARBUCKS}', '{星巴克}', '{}'),
    (47, 'Tesco', '{TESCO}', '{}', '{}'),
    (48, 'Rakuten', '{RAKUTEN}', '{乐天}', '{}'),
    (49, 'Coupang', '{COUPANG}', '{}', '{}'),
    (50, 'Atlassian', '{ATLASSIAN}', '{jira,trello}', '{}'),
    (51, 'Notion', '{NOTION,NOTION LABS}', '{}', '{5734,5817,5818,7372}'),
    (52, 'Tinder', '{TINDER}', '{}', '{}')
  ) AS seeded (n, name, words, aliases, mccs);
