-- Where an engine keeps a table as shards, a server that writes to a shard by its name keeps it where it is until its transaction ends, as the engine does for its own statements. Tells whether
-- the shard is on this node. Only the owner of a table may take the engine's lock. 5: a lock that others share, and that a move waits for.
CREATE FUNCTION keep_shard(shard bigint) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM lock_shard_metadata(5, ARRAY[shard]);
  -- A statement after the lock: it sees a move that was waited for.
  RETURN EXISTS (SELECT FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = shard);
END $$;
