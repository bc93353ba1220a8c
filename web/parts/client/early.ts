/** Answers that `web/early.js` has requested before this code had arrived: each is taken once, by whom it was requested for. */
type Early = { readonly headers: Readonly<Record<string, string>>; readonly answers: Map<string, Promise<Response>> }
declare global {
  var kaikaEarly: Early | undefined
}

/** Something has changed since they were read. */
export const forgetEarly = (): void => globalThis.kaikaEarly?.answers.clear()

/** Undefined: nobody has requested it with these headers. Fails when `signal` is aborted, as a request would. */
export function takeEarly(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = globalThis.kaikaEarly
  const answer = early?.answers.get(url)
  if (!early || !answer) return undefined
  early.answers.delete(url)
  if (Object.entries(headers).some(([name, value]) => early.headers[name] !== value)) return undefined
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    answer.then(resolve, reject)
  })
}
