import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CaptchaScene } from '#contract/identity/captcha.ts'
import { mobileFits } from '#contract/identity/identity.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import type { Work } from './doWork.ts'
import { WorkFailed } from './WorkFailed.ts'

type Scene = Exclude<ReturnType<(typeof CaptchaScene)['parse']>, 'login'>
type Begun = { work: Promise<Work>; stop: AbortController }
/** Nobody types the last digit and another one within this time. */
const TYPED_MS = 300

/**
 * The work for a message to this number: starts as soon as the number is complete, while the user moves to the button or the next field. `withTicket` waits for
 * the rest of it.
 */
export function useWork(scene: Scene, { mobile, area }: { mobile: string; area: string }) {
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'failed'>('idle')
  const current = useRef<Begun>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const drop = () => {
    current.current?.stop.abort()
    current.current = undefined
  }
  const begin = (): Begun => {
    drop()
    // The user was faster with the button: the result is shown until the next press.
    clearTimeout(timer.current)
    const stop = new AbortController()
    const work = import('./doWork.ts').then(({ doWork }) => doWork({ scene, mobile, area }, stop))
    const begun = { work, stop }
    current.current = begun
    setState('running')
    void work.then(
      () => current.current === begun && setState('done'),
      () => {
        // Nobody is waiting for it yet: pressing the button restarts it and shows the reason.
        if (current.current !== begun) return
        current.current = undefined
        setState('idle')
      },
    )
    return begun
  }
  const beginTyped = useEffectEvent(() => void begin())
  const leave = useEffectEvent(() => {
    drop()
    setState('idle')
  })
  useEffect(() => {
    if (!mobileFits({ mobile, area })) return
    timer.current = setTimeout(() => beginTyped(), TYPED_MS)
    return () => {
      clearTimeout(timer.current)
      leave()
    }
  }, [scene, mobile, area])

  /** Each piece of work is valid for one try. */
  const takeTicket = async (): Promise<string> => {
    let begun = current.current ?? begin()
    try {
      let work = await begun.work
      if (!work.isFresh()) work = await (begun = begin()).work
      current.current = undefined
      const ticket = await work.ticket()
      setState('done')
      return ticket
    } catch (error) {
      if (asRefused(error)) throw error
      if (!begun.stop.signal.aborted) setState('failed')
      throw new WorkFailed('no work was done', { cause: error })
    }
  }

  async function withTicket<T>(send: (ticket: string) => Promise<T>): Promise<T> {
    for (let last = false; ; last = true)
      try {
        return await send(await takeTicket())
      } catch (error) {
        // It expired on the way, or the price has risen: start again once.
        if (last || asRefused(error)?.refusal !== 'captcha_failed') throw error
      }
  }
  return { state, withTicket }
}
