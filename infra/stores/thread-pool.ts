/**
 * A query of the embedded engine holds a thread of Node's pool until it is answered, and a time limit cannot end a query inside
 * a function. Analysts may hold four threads, and the dashboard four; passwords, files and our own queries need others. Node reads
 * the size at the pool's first use, so this is imported first.
 */
process.env.UV_THREADPOOL_SIZE ??= '20'
