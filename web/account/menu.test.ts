import assert from 'node:assert/strict'
import { test } from 'node:test'
import { menuItems, page } from './menu.ts'

test('the menu that the browser keeps names path, name, id, tag, title, icon and children of every item', () => {
  const menu = [
    page('2001', { icon: 'home' }),
    page('2005', { icon: 'cards', children: [page('2005002', { icon: 'list', children: undefined })] }),
  ]
  for (const lang of ['cn', 'en'] as const) {
    const [home, cards] = menuItems(menu, lang)
    assert.deepEqual(Object.keys(home!), ['path', 'name', 'id', 'tag', 'title', 'icon', 'children'])
    assert.deepEqual(home, {
      path: '/home',
      name: 'home',
      id: '2001',
      tag: 'menu-home',
      title: lang === 'cn' ? '总览' : 'Overview',
      icon: 'home',
      children: [],
    })
    assert.deepEqual(
      cards!.children.map(({ id, title, icon, children }) => [id, title, icon, children]),
      [['2005002', lang === 'cn' ? '卡片列表' : 'Card List', 'list', []]],
    )
  }
})
