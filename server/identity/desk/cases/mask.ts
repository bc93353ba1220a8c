/** The first and the last letters of what may not be read; how long it is stays hidden too. */
export const maskEnds = (text: string, head: number, tail: number): string =>
  text === ''
    ? ''
    : `${text.slice(0, text.length > head + tail ? head : 0)}***${text.length > head + tail ? text.slice(-tail) : ''}`

/** Of each part of a name only its first letter: 林*, L* M*. */
export const maskName = (name: string): string =>
  /\s/.test(name)
    ? name
        .split(/\s+/)
        .map((part) => `${part.slice(0, 1)}*`)
        .join(' ')
    : name && `${name.slice(0, 1)}**`
