// A process in the place of that of the jobs, which fails as the name of the settings' folder says.
const [, ...rest] = process.argv;
void rest;
let how = "";
process.on("message", (message) => {
  if ("settings" in message) {
    how = message.settings.dataDir;
    if (how === "cannot open") {
      process.send({ fault: "The database is damaged." });
      process.exit(1);
    }
    return;
  }
  const { id, step } = message;
  if (how === "dies") process.exit(3);
  if (how === "hangs" && step !== "close") return;
  if (how === "fails") return process.send({ id, failed: "The disk is full." });
  process.send({ id, done: step === "stored" ? process.pid : null }, () => {
    if (step === "close") process.exit(0);
  });
});
process.on("disconnect", () => process.exit(0));
