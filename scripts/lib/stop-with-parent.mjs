// Loaded into the server by scripts/lib/serve.mjs: when the start script is gone, however it went, the server stops too.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
