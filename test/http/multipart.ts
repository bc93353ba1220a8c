/** Forms with files, as a browser sends them. */

/** A file among the values of an input. */
export class FileOf {
  readonly name: string
  readonly bytes: Buffer
  constructor(bytes: Uint8Array, name = '开卡.xlsx') {
    this.name = name
    this.bytes = Buffer.from(bytes)
  }
}

const BOUNDARY = '----kaika-test-7d9f2'

/** Values are texts or files; a list is the same name repeated. */
export function multipartOf(pairs: readonly [name: string, value: string | FileOf][]): { type: string; body: Buffer } {
  const parts = pairs.flatMap(([name, value]) => {
    const title = name.replace(/["\r\n]/g, encodeURIComponent)
    const head =
      value instanceof FileOf
        ? `; name="${title}"; filename="${value.name}"\r\nContent-Type: application/octet-stream`
        : `; name="${title}"`
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data${head}\r\n\r\n`),
      value instanceof FileOf ? value.bytes : Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  }
}
