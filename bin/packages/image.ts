/**
 * An OCI image without a builder and without a registry: an archive that podman, docker, skopeo and containerd load. It has what the program loads and nothing
 * else: no shell, no package manager. Its one process is not root and writes only into its volume and /tmp, so the root can be mounted read-only.
 * The format: https://github.com/opencontainers/image-spec.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { MALLOC, NODE_OPTIONS } from '../supervise.ts'
import type { Tree } from './tree.ts'

/** No account of a machine has it. */
const USER = 65532
const HOME = 'usr/lib/kaika'
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

type Descriptor = { mediaType: string; digest: string; size: number }

/** Returns the path of the archive. `epoch`: the time of every file, in seconds. `revision`: the commit. */
export function ociImage(
  tree: Tree,
  { folder, epoch, revision }: { folder: string; epoch: number; revision: string },
): string {
  const { version, description } = tree.product
  const stage = path.join(folder, 'image')
  rmSync(stage, { recursive: true, force: true })
  const blobs = path.join(stage, 'layout/blobs/sha256')
  mkdirSync(blobs, { recursive: true })
  const blob = (bytes: Buffer, mediaType: string): Descriptor => {
    const hex = createHash('sha256').update(bytes).digest('hex')
    writeFileSync(path.join(blobs, hex), bytes)
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length }
  }
  const document = (content: object, mediaType: string) => blob(Buffer.from(JSON.stringify(content)), mediaType)

  // What changes least is first, so that an upgrade transfers the last layer only.
  const roots = [systemLayer(tree, path.join(stage, 'system')), ...productLayers(tree, stage)]
  const layers = roots.map((root) => {
    const tar = tarOf(root, epoch)
    const packed = gzipSync(tar, { level: 6 })
    const plain = `sha256:${createHash('sha256').update(tar).digest('hex')}`
    return { plain, ...blob(packed, 'application/vnd.oci.image.layer.v1.tar+gzip') }
  })
  const created = new Date(epoch * 1000).toISOString()
  const architecture = ARCHITECTURES[process.arch]!
  const environment = {
    ...MALLOC,
    PATH: '/',
    KAIKA_DATA: '/data',
    KAIKA_LOGS: 'on',
    HOST: '0.0.0.0',
    NODE_COMPILE_CACHE: '/tmp/node',
  }
  const config = {
    ...{ created, architecture, os: 'linux' },
    config: {
      User: `${USER}:${USER}`,
      Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      Entrypoint: [`/${HOME}/node_modules/.bin/node`, ...NODE_OPTIONS, `/${HOME}/bin/operate/kaika.ts`],
      Cmd: ['serve', '--role', 'all'],
      WorkingDir: '/data',
      Volumes: { '/data': {} },
      ExposedPorts: { '4000/tcp': {}, '4001/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': tree.product.name,
        'org.opencontainers.image.description': description,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.revision': revision,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ plain }) => plain) },
    history: ['system', 'packages', 'product'].map((comment) => ({ created, comment })),
  }
  const manifest = document(
    {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: document(config, 'application/vnd.oci.image.config.v1+json'),
      layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
    },
    'application/vnd.oci.image.manifest.v1+json',
  )
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...manifest,
        platform: { architecture, os: 'linux' },
        annotations: { 'org.opencontainers.image.ref.name': version },
      },
    ],
  }
  writeFileSync(path.join(stage, 'layout/index.json'), JSON.stringify(index))
  writeFileSync(path.join(stage, 'layout/oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  const made = path.join(folder, `kaika_${version}_${architecture}.oci.tar`)
  writeFileSync(made, tarOf(path.join(stage, 'layout'), epoch))
  rmSync(stage, { recursive: true })
  return made
}

/** The C library and what else the programs are linked to, from the machine that builds: the same Debian that the package is for. */
function systemLayer(tree: Tree, root: string): string {
  const programs = [
    ...globSync('node_modules/node-*/bin/node', { cwd: tree.folder }),
    ...globSync('node_modules/**/*.{node,so,so.*}', { cwd: tree.folder }),
  ]
  const libraries = new Set(['libnss_dns.so.2', 'libnss_files.so.2', 'libresolv.so.2'].flatMap(systemLibrary))
  for (const program of programs) {
    const said = execFileSync('ldd', [realpathSync(path.join(tree.folder, program))], { encoding: 'utf8' })
    for (const [, file] of said.matchAll(/(?:=>\s+)?(\/\S+) \(0x/g))
      if (!file!.startsWith(tree.folder)) libraries.add(file!)
  }
  for (const file of libraries) {
    const to = path.join(root, file)
    mkdirSync(path.dirname(to), { recursive: true })
    cpSync(realpathSync(file), to)
  }
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  write('etc/passwd', `root:x:0:0:root:/:/nologin\nkaika:x:${USER}:${USER}:Kaika:/data:/nologin\n`)
  write('etc/group', `root:x:0:\nkaika:x:${USER}:\n`)
  write('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n')
  for (const empty of ['tmp', 'data', 'proc', 'sys', 'dev']) mkdirSync(path.join(root, empty), { recursive: true })
  return root
}

const systemLibrary = (name: string): string[] => globSync(`/lib/*-linux-gnu/${name}`)

/** Packages and Node in one layer, our own files in the next. */
function productLayers(tree: Tree, stage: string): string[] {
  const [packages, product] = [path.join(stage, 'packages'), path.join(stage, 'product')]
  for (const root of [packages, product]) mkdirSync(path.join(root, HOME), { recursive: true })
  cpSync(tree.folder, path.join(product, HOME), { recursive: true, verbatimSymlinks: true })
  renameSync(path.join(product, HOME, 'node_modules'), path.join(packages, HOME, 'node_modules'))
  return [packages, product]
}

const ARCHIVE = ['--sort=name', '--format=posix', '--pax-option=delete=atime,delete=ctime', '--numeric-owner']
const AS_ROOT = ['--owner=0', '--group=0', '--mode=u=rwX,go=rX']
/** Everything belongs to root, except where the program writes. */
const WRITABLE = ['data', 'tmp']

function tarOf(folder: string, epoch: number): Buffer {
  const file = `${folder}.tar`
  const tar = (...args: string[]): Buffer =>
    execFileSync('tar', [...ARCHIVE, `--mtime=@${epoch}`, `--directory=${folder}`, `--file=${file}`, ...args])
  tar('--create', ...AS_ROOT, ...WRITABLE.map((name) => `--exclude=./${name}`), '.')
  for (const name of WRITABLE.filter((one) => existsSync(path.join(folder, one))))
    tar('--append', `--owner=${USER}`, `--group=${USER}`, '--mode=0700', `./${name}`)
  const bytes = readFileSync(file)
  rmSync(file)
  return bytes
}
