import type { Same } from '#web/phrases.ts'
import type * as cn from './text.cn.ts'

export const guides = {
  signIn: {
    title: 'Sign in and tokens',
    lead: 'Exchange a mobile number or login name and a password for an access token, and send it with every request.',
    first:
      'The sign-in call takes the client ID `kaika-web:kaika` as Basic authorization. It identifies the caller and isn’t a secret.',
    hTokens: 'Use the token',
    tokens:
      'Send `Authorization: Bearer <access_token>` from then on. An access token is valid for two hours, until `access_overtime`. A session also ends after two hours without a request.',
    lang: '`Accept-Language: en` or `zh` sets the language of `msg` and of status texts.',
    hRefresh: 'Get new tokens',
    refresh:
      'A refresh token is valid for seven days and works once. Each use returns a new pair. Store the newest pair: if a used refresh token arrives again, the session ends.',
    sessions:
      'A login has up to three sessions; a fourth one ends the oldest (`600`). Share one session in your program instead of signing in for each request.',
    hChecks: 'Security checks',
    checks:
      'The first sign-in from a new device, or one after a wrong password, is refused with `1415`. [Get a proof of work](#/calls/workChallenge), [submit the solution](#/calls/verifyCaptcha), and send the `ticket` you receive with the sign-in. Accounts with Google verification use [the sign-in with a code](#/calls/signInByGoogle).',
    known:
      'Give each machine a fixed identifier (`kb_` and 43 characters of base64url) and send it in the header `x-kaika-browser`. Identifiers that signed in within the last 90 days need no security check.',
  },
  openCard: {
    title: 'Open a card',
    lead: 'Choose a segment, get a price, open the card, and wait until it is active.',
    ranges: 'Step 1: list the segments you can open, at your account’s prices. `vid` is the segment.',
    price:
      'Step 2: get a quote. The total is the opening fee, the amount to load and the load fee. It is valid for five minutes.',
    open: 'Step 3: open the card. Send the `quoteId` or `expectTotal`: if the price has changed, the request is refused (`1410`) and nothing is charged.',
    pending: 'The answer is usually `PENDING`: the total is on hold while the issuer works.',
    show: 'Step 4: read the card until its status is `ACTIVE`. If it is `FAILED`, the whole hold has been released.',
    live: 'You don’t have to poll: [live updates](#/guides/live) tell you about `cards`.',
    numbers:
      'Answers don’t contain full card numbers. When you need one, [request a code](#/calls/askCardCode), [exchange it for a ticket](#/calls/checkCardCode), and read the card with `reveal=1` and that `ticket`.',
  },
  errors: {
    title: 'Errors and retries',
    lead: 'Every JSON answer has the same envelope: `code`, `msg`, `data`, `path` and `status`.',
    codes:
      'Go by `code`: 200 is success, everything else isn’t. Business refusals arrive with HTTP 200. Only codes that exist in HTTP (401, 404, 413, 421, 500, 503 and the like) are the HTTP status as well.',
    reason:
      '`data.reason` is the name of the error, `data.fields` lists invalid fields, and `data.reference` identifies a fault. Decide by `code` and `reason`; `msg` is for display.',
    hRetry: 'When to retry',
    retry: 'No answer, 500 or 503: retry with the same `requestNo` and growing pauses. A 503 has `Retry-After`.',
    wait: '`1429` means too many requests: wait before you try again. Each call’s limit is on its page, usually 600 a minute.',
    never: 'Retrying doesn’t help with other errors: resolve the cause first, as [errors](#/errors) says.',
    code: 'This function does all of that:',
  },
  idempotency: {
    title: 'Idempotency: nothing runs twice',
    lead: 'Calls that move money or create something take a `requestNo`. A number runs once, and a repeated request gets the first answer.',
    number:
      'A `requestNo` has 8 to 64 letters, digits, `-` or `_`. Create and store it before you send the request, and retry with the same number after a timeout. Numbers are kept for seven days, separately for each account and call.',
    body: 'The same number with other content is refused (`1411`). While the first request is in progress, the answer is `1409`: wait a moment.',
    kept: 'Definite refusals are kept, too, such as an insufficient balance (`1501`): use a new number after topping up. [Errors](#/errors) says which ones are kept.',
    none: 'Without a number, identical requests within ten seconds count as repeated.',
  },
  money: {
    title: 'Money in cents',
    lead: 'Amounts are integers in minor units: `10000` is $100.00.',
    unit: 'The currency is in `unit` or `currency` beside the amount, and USD if there is none. Amounts in requests are never negative; outgoing amounts in answers can be.',
    text: 'Amounts with names that end in `Str` are text, such as `"100.000000"` in USDT, and keep the decimals of the chain.',
    rates: 'Names that end in `Bps` are hundredths of a percent: `150` is 1.5%.',
    float: 'Don’t calculate money with floating-point numbers. Take fees from a quote.',
  },
  times: {
    title: 'Times and zones',
    lead: 'Times are milliseconds since 1970 in UTC: `1795752000000` is 27 Nov 2026, 12:00 in Shanghai.',
    days: 'Days in figures and statements run from midnight to midnight in Asia/Shanghai. A field with only a day is `2026-11-27`, one with only a month `2026-11`.',
    ranges: 'The ends of a period, such as `startTime` and `endTime`, are milliseconds, too.',
    clock: 'The `Date` header of an answer is the server’s time. Use it to correct your own clock.',
  },
  paging: {
    title: 'Paging',
    lead: 'Lists arrive in pages: `pageNo` starts at 1, `pageSize` is up to 200 and 10 by default.',
    total:
      '`haveNext` says whether there is another page. `total` is exact up to 10,000; above that `totalCapped` is true.',
    cursor:
      'To read a whole list, put the `cursor` of the answer into the next request: new rows cause no duplicates or gaps, and page 1,000 is as fast as page 1. Keep the sort order and filters unchanged.',
    code: 'Read all cards:',
  },
  live: {
    title: 'Live updates',
    lead: 'A stream of events tells you what has changed, so you don’t have to poll.',
    topics:
      'Each event is `{"topics": […]}` with `trades` (authorizations, settlements, 3-D Secure codes), `cards` (cards, orders, batches), `money` (wallet, balances, top-ups) and `account` (sub-accounts, notices, permissions). Some also have `cards`: only these cards have changed.',
    content: 'Events have no content: read the data you need after an event.',
    resync: 'An event named `resync` means that you may have missed some. Read everything again.',
    again:
      'A connection lasts up to 30 minutes, with a heartbeat every 25 seconds. Reconnect when it ends, with the `id` of the last event as `since`. A login has up to six connections.',
  },
} as const satisfies Same<typeof cn.guides>
