#!/usr/bin/env python3
"""One pass over all TeamSpaces."""
import json
import pathlib
import subprocess

FINALIZER = "platform.labhub.io/cleanup"
ARCHIVE = pathlib.Path(__file__).resolve().parent / "archive"


def kubectl(*args, stdin=None):
    done = subprocess.run(["kubectl", *args], input=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr, end="")
    return done.stdout


def patch(name, body, *more):
    kubectl("patch", "teamspace", name, "--type", "merge", "-p", json.dumps(body), *more)


def finalizers(item, names):
    version = item["metadata"]["resourceVersion"]
    patch(item["metadata"]["name"], {"metadata": {"resourceVersion": version, "finalizers": names}})


def serve(item):
    meta, spec = item["metadata"], item["spec"]
    namespace = "team-" + meta["name"]
    owner = {"apiVersion": item["apiVersion"], "kind": item["kind"], "name": meta["name"], "uid": meta["uid"]}
    hard = {"pods": str(spec["pods"]), "requests.cpu": spec["cpu"]}
    objects = [
        {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {
                "name": namespace,
                "labels": {"platform.labhub.io/teamspace": meta["name"]},
                "ownerReferences": [owner],
            },
        },
        {
            "apiVersion": "v1",
            "kind": "ResourceQuota",
            "metadata": {"name": "team-quota", "namespace": namespace},
            "spec": {"hard": hard},
        },
    ]
    kubectl("apply", "-f", "-", stdin=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    status = {"observedGeneration": meta["generation"], "namespace": namespace}
    if item.get("status") != status:
        patch(meta["name"], {"status": status}, "--subresource=status")


for item in json.loads(kubectl("get", "teamspaces", "-o", "json"))["items"]:
    meta = item["metadata"]
    there = meta.get("finalizers", [])
    if "deletionTimestamp" in meta:
        if FINALIZER in there:
            ARCHIVE.mkdir(exist_ok=True)
            kept = {"name": meta["name"], "uid": meta["uid"], "pods": item["spec"]["pods"]}
            (ARCHIVE / (meta["name"] + ".json")).write_text(json.dumps(kept))
            finalizers(item, [name for name in there if name != FINALIZER])
        continue
    if FINALIZER not in there:
        finalizers(item, [*there, FINALIZER])
    serve(item)
