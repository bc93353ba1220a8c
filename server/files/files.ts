/** Uploaded and downloaded files: workbooks are read strictly and written small, pictures are cleaned and joined. Has no knowledge of cards or money. */
export { readSheet } from './readSheet.ts'
export { workbook, xlsx, type Column } from './writeWorkbook.ts'
export { cleanImage } from './cleanImage.ts'
export { picturesAsOne } from './picturesAsOne.ts'
export { readXml } from './readXml.ts'
export { SheetFault } from './sheetFaults.ts'
