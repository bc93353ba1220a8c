/** What is shown for a code (docs/reference/console.md#what-is-shown-for-a-code). */
export const errors = {
  badRequest: '请求错误',
  expired: '权限已失效或已过期，请重新登录',
  noAddress: '请求地址出错：',
  timeout: '请求超时',
  server: '服务器异常，请稍后再试',
  busy: '系统繁忙，请稍候',
  httpVersion: 'HTTP 版本不受支持',
  idle: '登录超时，请重新登录',
  chunk: '页面加载失败，请检查网络后重试',
  chunkTitle: '页面没有加载出来',
  crashTitle: '页面出了点问题',
  crash: '刷新后通常可以恢复；如果反复出现，请联系客服。',
  retry: '重新加载',
} as const
