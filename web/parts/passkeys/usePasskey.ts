import { useState } from 'react'
import type { StepUpScene } from '#contract/identity/security.ts'
import { asRefused } from '../client/refused.ts'
import { useSession } from '../client/useSession.ts'
import { canUsePasskeys } from '../client/browserId.ts'
import { useText } from './text.ts'

/** A passkey before something that needs a proof. `offered`: this login has one, and this browser can use it. */
export function usePasskey(scene: StepUpScene) {
  const t = useText()
  const offered = useSession().UserInfo?.statusList.passkey === 1 && canUsePasskeys
  const [byCode, setByCode] = useState(false)
  const [touching, setTouching] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** A ticket; nothing if nobody touched, which is then said. Other errors of the session are thrown. */
  async function confirm(payload = ''): Promise<string | undefined> {
    setTouching(true)
    setProblem(undefined)
    try {
      return await (await import('./confirm.ts')).confirm(scene, payload)
    } catch (error) {
      const refused = asRefused(error)
      setProblem(refused?.says ?? t('passkey.cancelled'))
      return undefined
    } finally {
      setTouching(false)
    }
  }
  return {
    offered,
    /** Whether the dialog asks for a touch now, and not for a code. */
    asks: offered && !byCode,
    touching,
    problem,
    confirm,
    useCode: () => {
      setProblem(undefined)
      setByCode(true)
    },
  }
}
