// Tells zod not to try `new Function`, which the content security policy forbids and the browser would report. It reads this before it checks anything.
globalThis.__zod_globalConfig = { jitless: true }
// Runs before the first paint, so that a dark screen never flashes white and the language attribute is right.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('theme') ?? sessionStorage.getItem('theme')
    if (theme !== 'light' && theme !== 'dark')
      theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    root.dataset.theme = theme
    root.lang = (localStorage.getItem('lang') ?? sessionStorage.getItem('lang')) === 'en' ? 'en' : 'zh-CN'
  } catch {
    root.dataset.theme = 'light'
  }
})()
