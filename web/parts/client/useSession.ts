import { useSyncExternalStore } from 'react'
import { onSession, session, type State } from './session.ts'

/** The application's state; the component re-renders when it changes. */
export const useSession = (): State => useSyncExternalStore(onSession, session)
