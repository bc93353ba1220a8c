import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Muted } from '#web/ui/layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { flatNodes, stateOf, toggle, type Node, type Picked } from './picked.ts'
import { useText } from './text.ts'
import css from './Tree.module.css'

/**
 * An accessible tree: one Tab stop, arrows move and expand, Space ticks. Our own, because the trees of libraries are lists with buttons: screen readers
 * hear neither levels nor half-ticked branches.
 */
export function PermissionTree({
  label,
  nodes,
  picked,
  before,
  searching,
  readOnly,
  onPick,
}: {
  label: string
  nodes: readonly Node[]
  picked: Picked
  /** The saved state: differences are marked. */
  before: Picked
  /** All matches are expanded. */
  searching: boolean
  readOnly: boolean
  onPick: (picked: Picked) => void
}) {
  const t = useText()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string>()
  const place = useRef<HTMLUListElement>(null)
  const isOpen = (node: Node) => node.children.length > 0 && (searching || !closed.has(node.id))
  const visible = (all: readonly Node[]): Node[] =>
    all.flatMap((node) => [node, ...(isOpen(node) ? visible(node.children) : [])])
  const rows = visible(nodes)
  const current = rows.some(({ id }) => id === at) ? at : rows[0]?.id

  const open = (ids: readonly string[], yes: boolean) => {
    const next = new Set(closed)
    for (const id of ids)
      if (yes) next.delete(id)
      else next.add(id)
    setClosed(next)
  }
  const goTo = (id: string | undefined) => {
    if (id === undefined) return
    setAt(id)
    place.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }
  const tick = (node: Node) => readOnly || onPick(toggle(node, picked))

  function onKey(event: KeyboardEvent, node: Node): void {
    if (event.target !== event.currentTarget) return
    const index = rows.indexOf(node)
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(rows[index + 1]?.id),
      ArrowUp: () => goTo(rows[index - 1]?.id),
      Home: () => goTo(rows[0]?.id),
      End: () => goTo(rows.at(-1)?.id),
      ArrowRight: () =>
        node.children.length && !isOpen(node) ? open([node.id], true) : goTo(node.children[0] && rows[index + 1]?.id),
      ArrowLeft: () => (isOpen(node) && !searching ? open([node.id], false) : goTo(node.parent)),
      ' ': () => tick(node),
      Enter: () => tick(node),
      '*': () =>
        open(
          flatNodes(nodes).map(({ id }) => id),
          true,
        ),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    // Rows are nested: only the innermost acts.
    event.stopPropagation()
    act()
  }

  const branch = (all: readonly Node[], level: number): ReactNode[] =>
    all.map((node, index) => {
      const opened = isOpen(node)
      const state = stateOf(node, picked)
      const inner = flatNodes(node.children).filter(({ kind }) => kind === 'key')
      const changed = node.kind !== 'group' && !node.always && picked.has(node.id) !== before.has(node.id)
      return (
        <li
          key={node.id}
          role="treeitem"
          data-id={node.id}
          data-kind={node.kind}
          data-changed={changed ? (picked.has(node.id) ? 'added' : 'taken') : undefined}
          aria-label={node.name}
          aria-level={level}
          aria-posinset={index + 1}
          aria-setsize={all.length}
          aria-expanded={node.children.length ? opened : undefined}
          aria-checked={state === 'some' ? 'mixed' : state === 'all'}
          aria-disabled={readOnly || undefined}
          tabIndex={node.id === current ? 0 : -1}
          onFocus={(event) => event.target === event.currentTarget && setAt(node.id)}
          onKeyDown={(event) => onKey(event, node)}
        >
          <div className={css.row} onClick={() => tick(node)}>
            {node.kind !== 'key' && (
              <span
                aria-hidden="true"
                className={css.caret}
                data-open={opened}
                onClick={(event) => {
                  event.stopPropagation()
                  open([node.id], !opened)
                }}
              >
                {node.children.length > 0 && <Icon name="right" size={15} />}
              </span>
            )}
            <span aria-hidden="true" className={css.box} data-state={state}>
              {state === 'all' && <Icon name="check" size={13} />}
            </span>
            <span className={css.name}>{node.name}</span>
            {node.always && node.kind === 'page' && <Muted as="small">{t('roles.always')}</Muted>}
            {node.kind !== 'key' && inner.length > 0 && (
              <span className={css.count}>
                <Muted as="small">
                  {inner.filter(({ id }) => picked.has(id)).length}/{inner.length}
                </Muted>
              </span>
            )}
          </div>
          {opened && (
            <ul role="group" data-keys={node.children.every(({ kind }) => kind === 'key')}>
              {branch(node.children, level + 1)}
            </ul>
          )}
        </li>
      )
    })
  return (
    <ul ref={place} role="tree" aria-label={label} aria-multiselectable="true" className={css.tree}>
      {branch(nodes, 1)}
    </ul>
  )
}
