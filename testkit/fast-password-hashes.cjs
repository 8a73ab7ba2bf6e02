// Loaded before everything else in the processes and threads of the server's tests, which make thousands of people:
// the hash as it is costs each of them 19 MiB and two passes. What is stored says how it was made, so that it is
// checked at the same cost. password-hashes.test.ts looks at the settings that the product itself hashes with.
const argon2 = require('@node-rs/argon2')

const { hashSync } = argon2
const fast = { memoryCost: 64, timeCost: 1, parallelism: 1 }
argon2.hashSync = (password, settings) => hashSync(password, { ...settings, ...fast })
