export const guides = {
  signIn: {
    title: '登录与令牌',
    lead: '用手机号或登录名和密码换取访问令牌，随后每个请求都带上它。',
    first: '登录接口用 Basic 发送客户端标识 `kaika-web:kaika`，它只表明来源，不是密钥。',
    hTokens: '使用令牌',
    tokens:
      '之后的请求发送 `Authorization: Bearer <access_token>`。访问令牌两小时有效，到期时间在 `access_overtime`；两小时没有请求，会话也会结束。',
    lang: '`Accept-Language: en` 或 `zh` 决定 `msg` 和状态文字的语言。',
    hRefresh: '换取新令牌',
    refresh:
      '刷新令牌七天有效，只能使用一次，每次都会得到新的一对。请保存最新的一对：已用过的刷新令牌再次出现时，会话会结束。',
    sessions: '一个登录最多三个会话，第四个会结束最早的一个（`600`）。程序应共用一个会话，而不是每次请求都登录。',
    hChecks: '安全验证',
    checks:
      '新设备首次登录，或输错密码后，会返回 `1415`。先[取得工作量证明](#/calls/workChallenge)，计算后[提交](#/calls/verifyCaptcha)，再把得到的 `ticket` 随登录一并发送。开启了谷歌验证的账号改用[带验证码的登录](#/calls/signInByGoogle)。',
    known:
      '请为每台机器生成一个固定标识（`kb_` 加 43 位 base64url 字符），随请求头 `x-kaika-browser` 发送。90 天内登录过的标识不再需要安全验证。',
  },
  openCard: {
    title: '开一张卡',
    lead: '先选卡段，再询价，确认后开卡，最后等卡片可用。',
    ranges: '第一步：列出可开的卡段和本账户的价格。`vid` 是卡段编号。',
    price: '第二步：询价。总价为开卡费、充值金额与充值手续费之和，五分钟内有效。',
    open: '第三步：开卡。发送 `quoteId` 或 `expectTotal`，价格有变化时会拒绝（`1410`），不会按新价格扣款。',
    pending: '响应通常是 `PENDING`：总价已冻结，发卡行正在处理。',
    show: '第四步：读取卡片，直到状态为 `ACTIVE`。失败时为 `FAILED`，冻结的金额会全部退回。',
    live: '不必反复查询：[实时变更](#/guides/live)会通知 `cards`。',
    numbers:
      '完整卡号不在响应中。需要时先[发送验证码](#/calls/askCardCode)，再[换取凭据](#/calls/checkCardCode)，随 `reveal=1` 和 `ticket` 读取卡片。',
  },
  errors: {
    title: '错误与重试',
    lead: '每个 JSON 响应都有同样的外层：`code`、`msg`、`data`、`path`、`status`。',
    codes:
      '请以 `code` 判断结果：200 是成功，其余都不是。业务上的拒绝以 HTTP 200 返回；只有 HTTP 也有的错误码（401、404、413、421、500、503 等）会同时作为 HTTP 状态。',
    reason:
      '`data.reason` 是错误的名称，`data.fields` 列出有误的字段，`data.reference` 是故障的编号。程序应按 `code` 和 `reason` 处理，`msg` 只用于显示。',
    hRetry: '何时重试',
    retry: '没有收到响应、500 或 503：用同一 `requestNo` 重试，间隔逐次加长。503 带有 `Retry-After`。',
    wait: '`1429` 表示请求过快：等待后再试。每个接口的频率写在它的页面上，默认每分钟 600 次。',
    never: '其他错误重试也没有用：先按[错误码](#/errors)处理原因。',
    code: '下面的函数完成了这些：',
  },
  idempotency: {
    title: '幂等：不会执行两次',
    lead: '会动用资金或新建内容的接口接受 `requestNo`。同一编号只执行一次，重复的请求得到第一次的响应。',
    number:
      '`requestNo` 为 8–64 位字母、数字、`-` 或 `_`。请在发送前生成并保存，超时后用原编号重试。编号保留七天，按账户和接口区分。',
    body: '同一编号配不同内容会被拒绝（`1411`）；第一次还在处理时为 `1409`，稍候即可。',
    kept: '明确的拒绝也会保存，例如余额不足（`1501`）：充值后请使用新的编号。[错误码](#/errors)中注明了哪些会保存。',
    none: '不发送编号时，十秒内内容相同的请求按重复处理。',
  },
  money: {
    title: '金额与单位',
    lead: '金额是整数，以最小货币单位计：`10000` 是 100.00 美元。',
    unit: '货币在旁边的 `unit` 或 `currency`，没有时为美元。请求中的金额从不为负；响应中的支出可以为负。',
    text: '名称以 `Str` 结尾的金额是文本，例如 USDT 的 `"100.000000"`，保留了链上的小数位。',
    rates: '名称以 `Bps` 结尾的是万分比：`150` 是 1.5%。',
    float: '请勿用浮点数计算金额。手续费以接口的报价为准。',
  },
  times: {
    title: '时间与时区',
    lead: '时间是 UTC 毫秒时间戳：`1795752000000` 是 2026 年 11 月 27 日 12:00（北京时间）。',
    days: '统计和账单的一天按北京时间（Asia/Shanghai）从 0 点到 24 点。只有日期的字段写作 `2026-11-27`，只有月份的写作 `2026-11`。',
    ranges: '时间范围的起止字段（如 `startTime`、`endTime`）也是毫秒时间戳。',
    clock: '响应的 `Date` 头是服务器时间，可用来校正本机时钟。',
  },
  paging: {
    title: '分页',
    lead: '列表按页返回：`pageNo` 从 1 开始，`pageSize` 最多 200，默认 10。',
    total: '`haveNext` 表示还有下一页。`total` 在 10,000 以内是准确的，超过时 `totalCapped` 为 true。',
    cursor:
      '要读完整个列表，请把响应中的 `cursor` 原样放进下一个请求：新增的行不会造成重复或遗漏，第 1,000 页与第 1 页一样快。请勿改动排序和筛选。',
    code: '读完全部卡片：',
  },
  live: {
    title: '实时变更',
    lead: '一个事件流告诉您什么变了，不必反复查询。',
    topics:
      '每个事件是 `{"topics": […]}`，主题为 `trades`（授权、结算、3D 验证码）、`cards`（卡片、订单、批次）、`money`（钱包、余额、充值）和 `account`（子账户、通知、权限）。有时还有 `cards`：只有这些卡片有变化。',
    content: '事件不含内容：收到后再读取需要的数据。',
    resync: '名为 `resync` 的事件表示可能漏掉了一些，请重新读取全部。',
    again:
      '连接最长 30 分钟，每 25 秒有一次心跳。断开后请重新连接，并把最后收到的事件 `id` 作为 `since`。每个登录最多六个连接。',
  },
}
