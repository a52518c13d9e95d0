/**
 * A query of the embedded engine keeps a thread of Node's pool until it is answered, and no time limit ends one that is
 * within a function. Analysts may keep four: passwords, files and our own queries need others. Node reads the size when the
 * pool is first used, so this is imported before anything runs.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'
