/** What an action throws. */
exports.failure = async function failure(action) {
  const [outcome] = await Promise.allSettled([(async () => action())()])
  if (outcome.status === 'rejected') return outcome.reason
  throw new Error('nothing was thrown')
}
