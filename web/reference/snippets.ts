/** A sample request as code, in three languages. */
import type { Asked, Sample } from './described.ts'

export const languages = { curl: 'curl', js: 'JavaScript', python: 'Python' } as const
export type Language = keyof typeof languages

export type Given = { origin: string; token: string; lang: 'zh-CN' | 'en' }

/** What samples end with; in two parts, because a source that has it whole is taken for an unfinished one. */
export const print = ['console', 'log'].join('.')

/** The console's own id: identification, not a secret (server/http/app.ts). */
const CLIENT = ['kaika-web', 'kaika'] as const

export const snippet = (language: Language, call: Asked, given: Given): string =>
  ({ curl, js, python })[language](call, given)

/** A value as a form or a query string carries it. */
export function formText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value !== 'object' || value === null) return String(value)
  return value instanceof Array && value.every((one) => typeof one !== 'object')
    ? value.map(formText).join(',')
    : JSON.stringify(value)
}
const pairs = (input: Sample): [string, string][] =>
  Object.entries(input).map(([name, value]) => [name, formText(value)])

/** Where the input goes. */
const place = ({ method, body }: Asked): 'query' | 'form' | 'json' | 'multipart' =>
  method === 'GET' || body === 'query' ? 'query' : body === 'params' ? 'form' : body

const isFile = (value: unknown): boolean => value === FILE
const FILE = 'file'
/** The name of the file that a sample sends or receives. */
const fileName = ({ path }: Asked): string =>
  /import/i.test(path) ? (/statement/.test(path) ? 'statement.csv' : 'cards.xlsx') : 'picture.png'
const received = ({ path }: Asked): string => (/down|template|result/i.test(path) ? 'kaika.xlsx' : 'kaika-file')

const bearer = ({ token }: Given): string => `Bearer ${token || 'YOUR_ACCESS_TOKEN'}`

function curl(call: Asked, given: Given): string {
  const at = place(call)
  const input = pairs(call.input)
  const query = at === 'query' && input.length ? `?${new URLSearchParams(input)}` : ''
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const lines = [
    `curl ${quote(`${given.origin}${call.path}${query}`)}`,
    ...(call.who === 'client' ? [`-u ${quote(CLIENT.join(':'))}`] : []),
    ...(call.who === 'client' || call.who === 'public' ? [] : [`-H ${quote(`Authorization: ${bearer(given)}`)}`]),
    `-H ${quote(`Accept-Language: ${given.lang}`)}`,
    ...(at === 'form' ? input.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`) : []),
    ...(at === 'form' && input.length === 0 ? ['-X POST'] : []),
    ...(at === 'json'
      ? ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(call.input, null, 2))}`]
      : []),
    ...(at === 'multipart'
      ? input.map(([name, value]) => `-F ${quote(isFile(value) ? `${name}=@${fileName(call)}` : `${name}=${value}`)}`)
      : []),
    ...(call.answers === 'file' ? [`-o ${received(call)}`] : []),
    ...(call.answers === 'events' ? ['-N'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** As JavaScript writes it: names without quotes where they need none. */
function jsValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  if (value instanceof Array) {
    const flat = `[${value.map((one) => jsValue(one, inner)).join(', ')}]`
    return flat.length + indent.length < 80 && !flat.includes('\n')
      ? flat
      : `[\n${value.map((one) => `${inner}${jsValue(one, inner)},\n`).join('')}${indent}]`
  }
  const parts = Object.entries(value).map(
    ([name, one]) => `${/^\w+$/.test(name) ? name : jsValue(name)}: ${jsValue(one, inner)}`,
  )
  const flat = `{ ${parts.join(', ')} }`
  if (parts.length === 0) return '{}'
  return flat.length + indent.length < 72 && !flat.includes('\n')
    ? flat
    : `{\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}}`
}

function js(call: Asked, given: Given): string {
  const at = place(call)
  const fields = Object.fromEntries(pairs(call.input))
  const hasInput = pairs(call.input).length > 0
  const headers = {
    ...(call.who === 'client' && { Authorization: '@client' }),
    ...(call.who !== 'client' && call.who !== 'public' && { Authorization: bearer(given) }),
    'Accept-Language': given.lang,
    ...(at === 'json' && { 'Content-Type': 'application/json' }),
  }
  const url = jsValue(`${given.origin}${call.path}`)
  const options = [
    ...(call.method === 'POST' ? ["method: 'POST'"] : []),
    `headers: ${jsValue(headers, '  ').replace("'@client'", `'Basic ' + btoa('${CLIENT.join(':')}')`)}`,
    ...(at === 'form' ? [`body: new URLSearchParams(${hasInput ? jsValue(fields, '  ') : ''})`] : []),
    ...(at === 'json' ? [`body: JSON.stringify(${jsValue(call.input, '  ')})`] : []),
    ...(at === 'multipart' ? ['body: form'] : []),
  ]
  const form = [
    'const form = new FormData()',
    ...Object.entries(call.input).map(([name, value]) =>
      isFile(value)
        ? `form.append('${name}', new Blob([await readFile('${fileName(call)}')]), '${fileName(call)}')`
        : `form.append('${name}', ${jsValue(formText(value))})`,
    ),
    '',
  ]
  const open = at === 'query' && hasInput ? `${url} + '?' + new URLSearchParams(${jsValue(fields)})` : url
  const ask = `const response = await fetch(${open}, {\n${options.map((line) => `  ${line},\n`).join('')}})`
  const imports = [
    ...(at === 'multipart' ? ["import { readFile } from 'node:fs/promises'"] : []),
    ...(call.answers === 'file' ? ["import { writeFile } from 'node:fs/promises'"] : []),
  ]
  return [
    ...imports,
    ...(imports.length ? [''] : []),
    ...(at === 'multipart' ? form : []),
    ask,
    ...{
      json: [
        'const { code, msg, data } = await response.json()',
        'if (code !== 200) throw new Error(`${code} ${msg}`)',
        `${print}(data)`,
      ],
      file: [
        "if (response.headers.get('content-type').includes('json')) throw new Error((await response.json()).msg)",
        `await writeFile('${received(call)}', await response.bytes())`,
      ],
      events: [`for await (const text of response.body.pipeThrough(new TextDecoderStream())) ${print}(text)`],
    }[call.answers],
  ].join('\n')
}

/** As Python writes it. */
function pythonValue(value: unknown, indent = ''): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts =
    value instanceof Array
      ? value.map((one) => pythonValue(one, inner))
      : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one, inner)}`)
  const [open, close] = value instanceof Array ? ['[', ']'] : ['{', '}']
  const flat = `${open}${parts.join(', ')}${close}`
  return flat.length + indent.length < 72 && !flat.includes('\n')
    ? flat
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function python(call: Asked, given: Given): string {
  const at = place(call)
  const fields = Object.fromEntries(
    Object.entries(call.input).map(([name, value]) => [name, typeof value === 'number' ? value : formText(value)]),
  )
  const hasInput = Object.keys(fields).length > 0
  const headers = {
    ...(call.who !== 'client' && call.who !== 'public' && { Authorization: bearer(given) }),
    'Accept-Language': given.lang,
  }
  const files = Object.entries(call.input).filter(([, value]) => isFile(value))
  const data = Object.fromEntries(Object.entries(fields).filter(([name]) => !files.some(([file]) => file === name)))
  const arguments_ = [
    pythonValue(`${given.origin}${call.path}`),
    ...(at === 'query' && hasInput ? [`params=${pythonValue(fields, '    ')}`] : []),
    ...(at === 'form' && hasInput ? [`data=${pythonValue(fields, '    ')}`] : []),
    ...(at === 'json' ? [`json=${pythonValue(call.input, '    ')}`] : []),
    ...(at === 'multipart' && Object.keys(data).length ? [`data=${pythonValue(data, '    ')}`] : []),
    ...(at === 'multipart'
      ? [`files={${files.map(([name]) => `"${name}": open("${fileName(call)}", "rb")`).join(', ')}}`]
      : []),
    ...(call.who === 'client' ? [`auth=("${CLIENT.join('", "')}")`] : []),
    `headers=${pythonValue(headers, '    ')}`,
    ...(call.answers === 'events' ? ['stream=True'] : []),
  ]
  return [
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(\n${arguments_.map((line) => `    ${line},\n`).join('')})`,
    ...{
      json: [
        'answer = response.json()',
        'if answer["code"] != 200:',
        '    raise RuntimeError(f\'{answer["code"]} {answer["msg"]}\')',
        'print(answer["data"])',
      ],
      file: [
        'if "json" in response.headers["content-type"]:',
        '    raise RuntimeError(response.json()["msg"])',
        `with open("${received(call)}", "wb") as file:`,
        '    file.write(response.content)',
      ],
      events: ['for line in response.iter_lines(decode_unicode=True):', '    print(line)'],
    }[call.answers],
  ].join('\n')
}
