import { readIndex } from './data.ts'
import type { Group } from './described.ts'
import { copyButton } from './code.ts'
import { h, type Page } from './dom.ts'
import { guideIds } from './guides/guides.ts'
import { addressOf } from './route.ts'
import { inLang, t } from './text.ts'

export async function homePage(): Promise<Page> {
  const { groups } = await readIndex()
  const cards = (desk: boolean) =>
    h('ul', { class: 'cards' }, groups.filter((group) => group.desk === desk).map(groupCard))
  return {
    title: '',
    wide: true,
    body: [
      h(
        'article',
        {},
        h('h1', { tabindex: -1 }, t('reference.title')),
        h('p', { class: 'lead' }, t('reference.tagline')),
        h(
          'p',
          { class: 'line' },
          h('span', {}, t('reference.base')),
          h('code', { lang: 'en' }, location.origin),
          copyButton(t('reference.base'), () => location.origin),
        ),
        h('h2', {}, t('reference.guides')),
        h(
          'ul',
          { class: 'cards' },
          guideIds.map((id) =>
            h(
              'li',
              {},
              h('a', { href: addressOf.guide(id) }, t(`guides.${id}.title`)),
              h('p', {}, t(`guides.${id}.lead`).replaceAll('`', '')),
            ),
          ),
        ),
        h('h2', {}, t('reference.account')),
        cards(false),
        h('h2', {}, t('reference.desk')),
        h('p', { class: 'hint' }, t('reference.deskNote')),
        cards(true),
      ),
    ],
  }
}

const groupCard = (group: Group): HTMLElement =>
  h(
    'li',
    {},
    h('a', { href: addressOf.call(group.calls[0]!.name) }, inLang(group)),
    h('p', {}, t('reference.calls', { count: group.calls.length })),
  )
