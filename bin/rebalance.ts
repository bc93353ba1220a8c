/** Moves cells of a spread database so that all nodes have as many, while they are in use (deploy/citus/README.md). */
import { borrowDatabase } from './demoDatabase.ts'
import { moveCells, movesToBalance } from './postgres/moveCells.ts'

const { stop, ownerUrl } = await borrowDatabase()
try {
  const moves = await movesToBalance(ownerUrl)
  if (moves.length === 0) console.log('all nodes have as many cells as they should')
  for (const { shard, from, to } of moves) {
    console.log(`shard ${shard} moves from ${from.host}:${from.port} to ${to.host}:${to.port}`)
    await moveCells(ownerUrl, shard, from, to)
  }
} finally {
  await stop()
}
