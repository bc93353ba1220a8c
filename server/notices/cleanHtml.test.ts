import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusedAs } from '../../test/refused.ts'
import { cleanHtml, htmlOfField, wordsOfHtml } from './cleanHtml.ts'

/** What people have tried elsewhere. Each comes out as words, as nothing, or is refused as not well-formed. */
const payloads = [
  '<script>alert(1)</script>',
  '<p onclick="alert(1)">a</p>',
  '<img src="x" onerror="alert(1)"/>',
  '<img src=x onerror=alert(1)>',
  '<svg onload="alert(1)"><p>a</p></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"/></mglyph></table></mtext></math>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="java&#10;script:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href=" https://e.example/&quot; onmouseover=&quot;alert(1)">a</a>',
  '<a href="data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;">a</a>',
  '<a href="//evil.example">a</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"/>',
  '<object data="x"/><embed src="x"/>',
  '<form action="https://evil.example"><input name="password"/><button>Go</button></form>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<p style="position:fixed;inset:0">a</p>',
  '<link rel="stylesheet" href="https://evil.example/a.css"/>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"/>',
  '<base href="https://evil.example"/>',
  '<img src="https://evil.example/pixel.png"/>',
  '<img src="/file/pub/../../api/user/logout"/>',
  '<img src="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>',
  '<noscript><p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;">a</p></noscript>',
  '<template><img src="x" onerror="alert(1)"/></template>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<?xml-stylesheet href="javascript:alert(1)"?><p>a</p>',
  '<!DOCTYPE p [<!ENTITY x "<script>alert(1)</script>">]><p>&x;</p>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<constructor>a</constructor><__proto__>b</__proto__>',
  '<P ONCLICK="alert(1)">a</P>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
]

/** Every tag of ours as we write it, with nothing but what the list names. */
const written =
  /^(?:[^<>]|<\/?(?:p|br|hr|h3|h4|strong|b|em|i|u|s|ul|ol|li|blockquote|code|table|thead|tbody|tr|th|td)>|<\/a>|<a(?: href="(?:https:\/\/|mailto:|#\/)[^"<>]*")?(?: target="_blank" rel="noopener noreferrer nofollow")?>|<img(?: src="\/(?:api\/)?file\/pub\/[\w./-]+")?(?: alt="[^"<>]*")?>)*$/

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
