/** What is shown for a code (docs/reference/console.md#what-is-shown-for-a-code). */
export const errors = {
  badRequest: 'Request Error',
  expired: 'Permissions expired or expired, please login',
  noAddress: 'Error requesting address.',
  timeout: 'Request Timeout',
  server: 'Server exception, please try again later',
  busy: 'System busy, please wait',
  httpVersion: 'HTTP version is not supported',
  idle: 'Login has timed out, please login again',
  chunk: 'The page couldn’t be loaded. Check your connection and try again.',
  chunkTitle: 'This page couldn’t be loaded',
  crashTitle: 'Something went wrong on this page',
  crash: 'Reloading usually helps. If it keeps happening, contact customer service.',
  retry: 'Reload',
} as const
