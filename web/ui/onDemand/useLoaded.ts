import { useState, type ComponentType, type RefObject } from 'react'

type Module<P> = { default: ComponentType<P> }

const loaded = new Map<unknown, ComponentType<never>>()

/** What the light stand-in was doing when the widget took its place. */
export type Handover = { focused: boolean; text: string }

/**
 * A widget that is loaded when first pointed at, focused or pressed. Until then a light control of the same size stands in its place; the widget takes over its
 * focus and what has been typed. Once loaded, it is there from the start.
 */
export function useLoaded<P>(load: () => Promise<Module<P>>, standIn: RefObject<HTMLInputElement | null>) {
  const [at, setAt] = useState<{ Widget: ComponentType<P>; handover: Handover } | undefined>(() => {
    const Widget = loaded.get(load) as ComponentType<P> | undefined
    return Widget && { Widget, handover: { focused: false, text: '' } }
  })
  const begin = () =>
    void load().then(({ default: Widget }) => {
      loaded.set(load, Widget as ComponentType<never>)
      const input = standIn.current
      setAt({ Widget, handover: { focused: document.activeElement === input, text: input?.value ?? '' } })
    })
  return { at, wakes: { onPointerEnter: begin, onFocus: begin } }
}
