// What a snapshot shows in every cell of the matrix: written out here, as a runner writes none where it takes itself to be in CI.

/** Takes what `scenarios` takes. */
exports.snapshots = function snapshots({ test, expect, testing: { fakeOpencode, runPrompt, snapshotSerializer } }) {
  test('snapshots hide ids and times', async () => {
    const run = await runPrompt(fakeOpencode({ script: ['Hello there.'] }), 'Say hello')
    expect(snapshotSerializer.test(run)).toBe(true)
    expect(run.messages.slice(0, 1)).toMatchInlineSnapshot(`
      [
        {
          "info": {
            "agent": "build",
            "id": "msg_1",
            "model": {
              "modelID": "fake-model",
              "providerID": "fake",
            },
            "role": "user",
            "sessionID": "ses_1",
            "summary": {
              "diffs": [],
            },
          },
          "parts": [
            {
              "id": "prt_1",
              "messageID": "msg_1",
              "sessionID": "ses_1",
              "text": "Say hello",
              "type": "text",
            },
          ],
        },
      ]
    `)
  })
}
