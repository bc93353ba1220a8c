/** The database and its copies, as far as the server's role may see them (docs/operate/metrics.md#what-the-database-shows). */
import { statSync } from 'node:fs'
import { MINUTE } from '../clock.ts'
import { db, many, one, sql } from '../db.ts'
import { gauges, type Metric } from '../metrics/metrics.ts'

/** Only roles with `pg_read_all_stats` see how far a standby is; all see that there is one. */
const standbys = () =>
  many(
    db,
    sql<{ standby: string; sync: string; lagS: number | null; lagBytes: number | null }>`
    SELECT coalesce(application_name, 'hidden') AS standby, coalesce(sync_state, 'hidden') AS sync,
           extract(epoch FROM CASE WHEN state IS NOT NULL THEN coalesce(replay_lag, interval '0') END)::float8 AS "lagS",
           CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint END AS "lagBytes"
      FROM pg_stat_replication`,
  )

/** `bytes`: what the planner knows of the sizes, so that no file is looked at. */
const activity = () =>
  one(
    db,
    sql<{ oldestS: number; bytes: number; archivedS: number | null; failing: boolean; archives: boolean }>`
    SELECT coalesce(extract(epoch FROM clock_timestamp() - (
             SELECT min(xact_start) FROM pg_stat_activity
              WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid())), 0)::float8 AS "oldestS",
           (SELECT sum(relpages)::bigint * current_setting('block_size')::bigint FROM pg_class) AS bytes,
           current_setting('archive_mode') <> 'off' AS archives,
           extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS "archivedS",
           coalesce(last_failed_time > last_archived_time, last_failed_time IS NOT NULL) AS failing
      FROM pg_stat_archiver`,
  )

let backupStamp: string | undefined
/** The file that a backup touches once it is complete and checked (`KAIKA_BACKUP_STAMP`). */
export const useBackupStamp = (file: string | undefined): void => void (backupStamp = file)

/** Without the file there has been no backup, however old this service is. */
function backupAgeS(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false })
  // The file system's time, not the moved one of a demo world.
  return stat ? Math.max(0, (performance.timeOrigin + performance.now() - stat.mtimeMs) / 1000) : Infinity
}

export const databaseMetrics: readonly Metric[] = [
  gauges({
    scope: 'database',
    help: {
      kaika_standbys: 'Standbys that are connected, by how commits wait for them.',
      kaika_replication_lag_seconds: 'How far a standby is behind, in seconds.',
      kaika_replication_lag_bytes: 'How far a standby is behind, in bytes of the log.',
      kaika_oldest_transaction_seconds: 'Age of the oldest transaction of our connections.',
    },
    read: async () => {
      const [rows, { oldestS }] = [await standbys(), await activity()]
      const syncs = ['sync', 'quorum', 'async', 'potential', 'hidden']
      return {
        kaika_standbys: syncs.map((sync) => ({
          labels: { sync },
          value: rows.filter((row) => row.sync === sync).length,
        })),
        kaika_replication_lag_seconds: rows.flatMap(({ standby, lagS }) =>
          lagS === null ? [] : [{ labels: { standby }, value: lagS }],
        ),
        kaika_replication_lag_bytes: rows.flatMap(({ standby, lagBytes }) =>
          lagBytes === null ? [] : [{ labels: { standby }, value: lagBytes }],
        ),
        kaika_oldest_transaction_seconds: [{ value: oldestS }],
      }
    },
  }),
  gauges({
    scope: 'database',
    keptMs: MINUTE,
    help: {
      kaika_database_bytes: 'Size of tables and indexes, as the planner knows it.',
      kaika_archive_age_seconds: 'Since when no file of the log has been archived, if the database archives it.',
      kaika_archive_failing: '1 if the last attempt to archive a file of the log failed.',
    },
    read: async () => {
      const { bytes, archives, archivedS, failing } = await activity()
      return {
        kaika_database_bytes: [{ value: bytes }],
        kaika_archive_age_seconds: archives && archivedS !== null ? [{ value: archivedS }] : [],
        kaika_archive_failing: archives ? [{ value: Number(failing) }] : [],
      }
    },
  }),
  gauges({
    help: { kaika_backup_age_seconds: 'Since when there has been no backup (KAIKA_BACKUP_STAMP).' },
    read: () => ({ kaika_backup_age_seconds: backupStamp === undefined ? [] : [{ value: backupAgeS(backupStamp) }] }),
  }),
]
