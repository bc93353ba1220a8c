/** An uncompressed BMP of 24 or 32 bits, which is what programs write; sharp does not know the format. Throws for any other. */
export function bmpPixels(file: Buffer, mostPixels: number): { width: number; height: number; pixels: Buffer } {
  const start = file.readUInt32LE(10)
  const [width, signedHeight] = [file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, compression] = [file.readUInt16LE(28), file.readUInt32LE(30)]
  const height = Math.abs(signedHeight)
  const known = (bits === 24 && compression === 0) || (bits === 32 && (compression === 0 || compression === 3))
  if (!known || width <= 0 || height === 0 || width * height > mostPixels) throw new Error('no BMP that we read')
  const [bytes, row] = [bits / 8, Math.ceil((width * bits) / 32) * 4]
  if (start + row * height > file.length) throw new Error('the BMP is cut off')
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    // Rows come from the bottom up, unless the height is negative.
    const from = start + row * (signedHeight > 0 ? height - 1 - y : y)
    for (let x = 0; x < width; x++) {
      const [source, target] = [from + x * bytes, (y * width + x) * 3]
      pixels[target] = file[source + 2]!
      pixels[target + 1] = file[source + 1]!
      pixels[target + 2] = file[source]!
    }
  }
  return { width, height, pixels }
}
