import { readCall, readIndex } from '../data.ts'
import { h, inline, type Child, type Page } from '../dom.ts'
import { programBox, sampleBox, tokenField } from '../sampleBox.ts'
import { t, type Key } from '../text.ts'
import { guideBlocks, guideIds, type Block, type GuideId } from './guides.ts'

export async function guidePage(id: string): Promise<Page | undefined> {
  const guide = guideIds.find((one) => one === id)
  if (!guide) return undefined
  const blocks: readonly Block[] = guideBlocks[guide]
  const title = t(`guides.${guide}.title`)
  return {
    title,
    wide: true,
    body: [
      h(
        'article',
        { class: 'guide' },
        h('p', { class: 'over' }, t('reference.guides')),
        h('h1', { tabindex: -1 }, title),
        h('p', { class: 'lead' }, inline(t(`guides.${guide}.lead`))),
        tokenField(),
        await Promise.all(blocks.map((block) => shown(guide, block))),
      ),
    ],
  }
}

async function shown(guide: GuideId, block: Block): Promise<Child> {
  const say = (name: string): string => t(`guides.${guide}.${name}` as Key)
  if ('heading' in block) return h('h2', {}, say(block.heading))
  if ('text' in block) return h('p', {}, inline(say(block.text)))
  if ('program' in block) return programBox(await withPaths(block.program))
  const call = await readCall(block.call)
  return call && sampleBox(call, { named: true })
}

async function withPaths(program: string): Promise<string> {
  const { groups } = await readIndex()
  const calls = groups.flatMap((group) => group.calls)
  return program.replace(/PATH:(\w+)/g, (_, name: string) => calls.find((call) => call.name === name)?.path ?? name)
}
