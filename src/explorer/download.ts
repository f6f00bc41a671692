// Downloads of generated files.

export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser starts to read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Pixels for each unit, so that prints are sharp. */
const SHARPNESS = 2;

export async function pngOf(svg: string): Promise<Blob> {
  const [, width = "640", height = "400"] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const image = new Image();
  const sized = svg.replace(/width="[\d.]+em"/, `width="${width}" height="${height}"`);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(Number(width) * SHARPNESS);
  canvas.height = Math.ceil(Number(height) * SHARPNESS);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("No picture was made.")) : resolve(blob)),
      "image/png",
    ),
  );
}
