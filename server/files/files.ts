/** Files that people send and are given: workbooks are read strictly and written small. Knows no card and no money. */
export { readSheet } from './readSheet.ts'
export { workbook, xlsx, type Column } from './writeWorkbook.ts'
export { cleanImage } from './cleanImage.ts'
export { readXml } from './readXml.ts'
export { SheetFault } from './sheetFaults.ts'
