import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import css from './Layer.module.css'

export type LayerProps = {
  label: string
  /** Absent if it cannot be dismissed. */
  onClose?: (() => void) | undefined
  className: string | undefined
  children: ReactNode
}

/** Whether the layer around has opened. Of two that open together, the inner one has to come later, because what opens makes the rest inert. */
export const OuterOpened = createContext(true)

/**
 * A modal layer above the page. Its behaviour is React Aria's and loads with the first layer that opens. Not by `lazy`: layers that wait for it have to appear
 * in their order, and boundaries are revealed in any.
 */
export function Layer(props: LayerProps) {
  const Modal = useSyncExternalStore(onLoaded, loadedModal)
  const isNext = useContext(OuterOpened)
  const [failed, setFailed] = useState<{ error: unknown }>()
  useEffect(() => {
    load().catch((error: unknown) => setFailed({ error }))
  }, [])
  const isTurn = useTurn(isNext)
  useFocusReturn()
  if (failed) throw failed.error
  if (!isTurn) return null
  // oxlint-disable-next-line react/static-components -- it is set once, when it has loaded
  return Modal ? <Modal {...props} /> : createPortal(<div className={css.waiting} />, document.body)
}

/** React Aria gives the focus back unless its opener was out of reach for a moment: an address that changes takes a layer away a few frames later. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      }, 50)
    },
    [opener],
  )
}

/**
 * Layers beside each other open one after the other, too: what opens makes everything that is already in the page inert, and a second one that came with the same
 * render would stay so.
 */
function useTurn(isNext: boolean): boolean {
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isNext) return
    const open = () => setTurn(true)
    waiting.push(open)
    nextTurn()
    return () => {
      const at = waiting.indexOf(open)
      if (at >= 0) waiting.splice(at, 1)
      if (opening === open) layerOpened()
    }
  }, [isNext])
  return isNext && isTurn
}

const waiting: (() => void)[] = []
let opening: (() => void) | undefined

function nextTurn(): void {
  if (opening) return
  opening = waiting.shift()
  opening?.()
}

/** A layer has opened: the next one may. */
export function layerOpened(): void {
  opening = undefined
  nextTurn()
}

let loaded: ComponentType<LayerProps> | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()
const loadedModal = () => loaded
const onLoaded = (listen: () => void) => {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

function load(): Promise<void> {
  return (loading ??= import('./Modal.tsx').then(
    (module) => {
      loaded = module.default
      listeners.forEach((listen) => listen())
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  ))
}
