/** 3-D Secure codes: sealed as soon as they come, shown to the card's people for an hour, then gone. */
export { codeFinished, codeIssued } from './issued.ts'
export { isCode, sealed } from './sealed.ts'
