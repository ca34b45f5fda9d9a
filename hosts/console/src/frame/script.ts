/**
 * The script of all pages, which work without it: `/` searches, a button copies, files are dropped, large ones in
 * chunks that can be resumed, the keyboard stops only at tables that scroll, and parts of a page that change
 * (`data-live`, an interval in seconds) are fetched again.
 */
export const SCRIPT = `"use strict";
(() => {
  const isTyping = (element) => element && /^(?:input|textarea|select)$/i.test(element.tagName);
  document.addEventListener("keydown", (event) => {
    const search = document.getElementById("site-search");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !search || isTyping(event.target)) return;
    event.preventDefault();
    search.focus();
  });
  const regions = [...document.querySelectorAll(".wide")].filter((region) => !region.closest("[data-live]"));
  const markStops = () => {
    for (const region of regions) {
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
  };
  markStops();
  addEventListener("resize", markStops);
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      const status = document.getElementById(button.getAttribute("aria-describedby"));
      if (status) status.textContent = button.dataset.copied;
    });
  }
  const refresh = async (part) => {
    const reply = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const fresh = page.getElementById(part.id);
    if (!fresh) return location.reload();
    const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    if (fresh.outerHTML !== part.outerHTML) part.replaceWith(fresh);
    if (focused && fresh.isConnected) [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    live(fresh.isConnected ? fresh : part);
  };
  const live = (part) => {
    const seconds = Number(part.dataset.live);
    if (seconds > 0) setTimeout(() => refresh(part).catch(() => live(part)), seconds * 1000);
  };
  document.querySelectorAll("[data-live]").forEach(live);
  const post = (form, path, body, onProgress, onStart) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", form.dataset.uploads + path);
      request.setRequestHeader("x-csrf-token", form.elements.csrf.value);
      request.responseType = "json";
      if (onProgress) request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
      request.addEventListener("load", () => {
        if (request.status === 200 && request.response) resolve(request.response);
        else reject(request.response || {});
      });
      for (const end of ["error", "abort"]) request.addEventListener(end, () => reject({}));
      onStart(request);
      request.send(body);
    });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2000));
  const transfer = (form, file, known) => {
    const row = form.querySelector("template").content.firstElementChild.cloneNode(true);
    const [name, status] = row.querySelectorAll("span");
    const progress = row.querySelector("progress");
    const [cancel, again] = row.querySelectorAll("button");
    name.textContent = file.name;
    progress.max = file.size;
    for (const part of [progress, cancel, again])
      part.setAttribute("aria-label", part.getAttribute("aria-label") + file.name);
    form.querySelector(".transfers").append(row);
    let upload = known;
    let request;
    let isCancelled = false;
    const call = (path, body, onProgress) =>
      post(form, path, body, onProgress, (sent) => {
        request = sent;
      });
    const show = (received) => {
      progress.value = received;
      const text = 10 * Math.floor((10 * received) / file.size) + " %";
      if (status.textContent !== text) status.textContent = text;
    };
    const begin = () => {
      const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
      fields.set("filename", file.name);
      fields.set("file_size", file.size);
      fields.set("content_type", file.type);
      return call("/create", fields);
    };
    const send = async () => {
      upload = await (upload ? call("/" + upload.id + "/status") : begin());
      show(upload.received);
      while (upload.missing.length > 0) {
        const [number] = upload.missing;
        const from = (number - 1) * upload.chunk_size;
        const bytes = file.slice(from, from + upload.chunk_size);
        const { received } = upload;
        upload = await call("/" + upload.id + "/chunks/" + number, bytes, (loaded) => show(Math.min(received + loaded, file.size)));
        show(upload.received);
      }
      for (;;) {
        try {
          return await call("/" + upload.id + "/complete");
        } catch (refusal) {
          if (refusal.code !== "upload_processing") throw refusal;
          await pause();
        }
      }
    };
    return new Promise((resolve) => {
      const attempt = async () => {
        again.hidden = true;
        try {
          const made = await send();
          cancel.hidden = true;
          resolve(made);
        } catch (refusal) {
          if (isCancelled) return;
          status.textContent = refusal.message || form.dataset.failed;
          again.hidden = false;
          again.focus();
        }
      };
      again.addEventListener("click", attempt);
      cancel.addEventListener("click", async () => {
        isCancelled = true;
        request.abort();
        row.remove();
        if (upload) {
          const body = new URLSearchParams({ csrf: form.elements.csrf.value });
          await fetch(form.dataset.uploads + "/" + upload.id + "/cancel", { method: "POST", body }).catch(() => {});
        }
        resolve(null);
      });
      attempt();
    });
  };
  const resumeForm = document.querySelector("form[data-upload]");
  if (resumeForm) {
    const { name, size, upload, mismatch, uploads } = resumeForm.dataset;
    const alert = resumeForm.querySelector("[role=alert]");
    const button = resumeForm.querySelector("button");
    resumeForm.hidden = false;
    resumeForm.addEventListener("submit", async (event) => {
      event.preventDefault();
      const [file] = resumeForm.querySelector("input[type=file]").files;
      const isSame = file.name === name && file.size === Number(size);
      alert.textContent = isSame ? "" : mismatch;
      if (!isSame) return;
      button.disabled = true;
      const made = await transfer(resumeForm, file, { id: upload });
      location.assign(made ? made.to : uploads);
    });
  }
  const uploadForm = document.querySelector("form[data-drop]");
  if (uploadForm) {
    const input = uploadForm.querySelector("input[type=file]");
    const progress = uploadForm.querySelector("progress");
    const status = uploadForm.querySelector("[role=status]");
    const sendWhole = (form) => {
      const request = new XMLHttpRequest();
      request.open("POST", uploadForm.action);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        progress.hidden = false;
        progress.max = total;
        progress.value = loaded;
        status.textContent = Math.floor((100 * loaded) / total) + " %";
      });
      request.addEventListener("load", () => {
        if (request.status < 400) location.assign(request.responseURL || location.href);
        else {
          const page = new DOMParser().parseFromString(request.responseText, "text/html");
          document.querySelector("main").replaceWith(page.querySelector("main"));
          document.querySelector("main").focus();
        }
      });
      request.addEventListener("error", () => {
        status.textContent = uploadForm.dataset.failed;
      });
      request.send(form);
    };
    const send = async () => {
      const form = new FormData(uploadForm);
      const files = form.getAll("uploaded_file");
      const isLarge = (file) => file.size > Number(uploadForm.dataset.larger);
      const large = files.filter(isLarge);
      if (large.length === 0) return sendWhole(form);
      const button = uploadForm.querySelector("button:not([type])");
      button.disabled = true;
      const made = await Promise.all(large.map((file) => transfer(uploadForm, file)));
      button.disabled = false;
      form.delete("uploaded_file");
      for (const file of files) if (!isLarge(file)) form.append("uploaded_file", file);
      if (form.has("uploaded_file")) sendWhole(form);
      else if (made.some(Boolean)) location.assign(uploadForm.dataset.after);
    };
    uploadForm.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      if (!event.dataTransfer.files.length) return;
      uploadForm.closest("[hidden]")?.removeAttribute("hidden");
      input.files = event.dataTransfer.files;
      send();
    });
  }
})();
`;
