/** Documents of vendors that are not in the repository (docs/decisions/0073-lithics-own-document-judges-both-sides.md). For tests only. */
import path from 'node:path'

/** Where a document is: in KAIKA_VENDOR_DOCS, or in `shared/vendors` beside the repository; and what a test says that skips without it. */
export function vendorDocument(name: string): { file: string; missing: string } {
  const folder = process.env['KAIKA_VENDOR_DOCS'] ?? path.join(import.meta.dirname, '../../shared/vendors')
  return { file: path.join(folder, name), missing: `${name} is neither in KAIKA_VENDOR_DOCS nor in ../shared/vendors` }
}
