import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { payloads, someHostile, written } from '#test/hostileHtml.ts'
import { refusedAs } from '#test/refused.ts'
import { cleanHtml, htmlOfField, shownHtml, wordsOfHtml } from './cleanHtml.ts'

describe('HTML that staff write', () => {
  for (const payload of payloads) {
    it(`lets nothing through of ${payload.slice(0, 60)}`, () => {
      let html: string
      try {
        ;({ html } = cleanHtml(payload))
      } catch {
        return // not well-formed: refused beside its field, see below
      }
      assert.match(html, written)
      assert.doesNotMatch(html, /javascript:|<script|<img(?! src="\/)|evil\.example\/pixel/i)
    })
  }

  it('lets nothing through of any element with any setting, however it is spelt', () => {
    let [tried, read] = [0, 0]
    for (const payload of someHostile(20_000)) {
      tried++
      // As shown from a row written by someone else, and as it would be stored.
      for (const clean of [shownHtml, (html: string) => cleanHtml(html).html]) {
        let html: string
        try {
          html = clean(payload)
        } catch {
          continue // not well-formed: refused beside its field
        }
        if (clean !== shownHtml) read++
        if (!written.test(html) || /<[^>]*(?:javascript:|vbscript:|data:|evil\.example|\son\w+=|style=)/i.test(html))
          assert.fail(`${payload}\n→ ${html}`)
      }
    }
    assert.ok(tried === 20_000 && read > tried / 3, `${read} of ${tried} were well-formed`)
  })

  it('keeps words, lists, tables, links and our own pictures, and says what it left out', () => {
    const { html, dropped } = cleanHtml(
      '<h3>维护 & <em>升级</em></h3><p class="x">今晚<br>23:00&nbsp;起 <a href="https://kaika.example/a?b=1&amp;c=2">更多</a> <a href="#/cardList">卡片</a></p><ul><li>一</li></ul><img src="/file/pub/a.png" alt="图"><font>字</font>',
    )
    assert.equal(
      html,
      '<h3>维护 &amp; <em>升级</em></h3><p>今晚<br>23:00\u00a0起 <a href="https://kaika.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">更多</a> <a href="#/cardList">卡片</a></p><ul><li>一</li></ul><img src="/file/pub/a.png" alt="图">字',
    )
    assert.deepEqual(dropped, ['p class', '<font>'])
    assert.equal(cleanHtml(html).html, html, 'clean again, it stays as it is')
    assert.equal(wordsOfHtml('<p>a &lt;b&gt;<br>c</p>'), 'a <b>\nc')
  })

  it('is refused beside its field where it is not well-formed, or where nothing is left', () => {
    assert.throws(() => htmlOfField('htmlCn', '<p>open', 'en'), refusedAs('invalid', 'htmlCn'))
    assert.throws(() => htmlOfField('htmlEn', '<script>1</script>', 'cn'), refusedAs('invalid', 'htmlEn'))
  })
})
