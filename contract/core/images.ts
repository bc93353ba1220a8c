/** Uploaded images: accepted types, and the product's own texts, which the Chinese console shows literally. */
import type { Words } from './fields.ts'
import type { FileRule } from './files.ts'

const IMAGE_MB = 3
export const imageKinds = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp'] as const

export const imageWords = {
  kind: { cn: '只能上传 JPG/GIF/PNG/BMP 格式的文件', en: 'Only JPG, GIF, PNG or BMP files can be uploaded' },
  tooLarge: { cn: `上传图片大小不能超过 ${IMAGE_MB}MB!`, en: `Images can't be larger than ${IMAGE_MB} MB` },
  done: { cn: '上传图片成功', en: 'Image uploaded' },
} as const satisfies Record<string, Words>

export const imageRule: FileRule = { maxBytes: IMAGE_MB * 1024 * 1024, tooLarge: imageWords.tooLarge }
